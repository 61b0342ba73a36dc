"""What nbgrader has to know: no cell of a learner's runs, and a slow agent is waited for."""

from nbgrader.preprocessors import (
    CheckCellMetadata,
    NbGraderPreprocessor,
    OverwriteCells,
    OverwriteKernelspec,
)


class Emptied(NbGraderPreprocessor):
    """Takes every cell out of a submitted notebook. nbgrader puts its own test cell back."""

    def preprocess(self, nb, resources):
        nb.cells = []
        return nb, resources


c = get_config()  # noqa: F821  nbgrader defines it
c.Autograde.sanitize_preprocessors = [
    Emptied,
    OverwriteKernelspec,
    OverwriteCells,
    CheckCellMetadata,
]
c.OverwriteCells.add_missing_cells = True
c.OverwriteCells.missing_cell_notification = "Put here by nbgrader.\n"
c.Execute.timeout = 180  # seconds; the grader ends by itself before that
