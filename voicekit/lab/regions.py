"""Named regions of a file: found, read, replaced, blanked. The rest is kept byte for byte.

A region lies between two comments that editors can fold:

    # region confirm-no
    def _no(self) -> str:
        …
    # endregion confirm-no
"""

import ast
import re
import textwrap

from voicekit.errors import BadInput

STUB = "not written yet"
_MARK = re.compile(r"(?m)^([ \t]*)# (region|endregion) ([a-z]+(?:-[a-z]+)*)[ \t]*\r?\n?")


def names(source: str) -> list[str]:
    """Return the names of a file's regions, in order.

    Raises:
        BadInput: a region is not closed by its own name, or stands twice. Nothing was changed.
    """
    found: list[str] = []
    opened: str | None = None
    for mark in _MARK.finditer(source):
        kind, name = mark[2], mark[3]
        expected = "endregion" if opened else "region"
        if kind != expected or (opened and name != opened) or (kind == "region" and name in found):
            line = source.count("\n", 0, mark.start()) + 1
            due = f"# endregion {opened}" if opened else "a # region of a new name"
            raise BadInput(f"line {line}", expected=due, got=mark[0].strip())
        if kind == "region":
            found.append(name)
        opened = name if kind == "region" else None
    if opened:
        raise BadInput("the end of the file", expected=f"# endregion {opened}", got="nothing")
    return found


def body(source: str, name: str) -> str:
    r"""Return a region's text at column 0, without blank lines around it.

    Raises:
        BadInput: there is no such region.

    Example:
        >>> body("class A:\n    # region one\n    x = 1\n    # endregion one\n", "one")
        'x = 1\n'
    """
    start, end, _ = _span(source, name)
    return _tidy(source[start:end])


def replace(source: str, name: str, new: str) -> str:
    """Return the file with another body in a region; all outside it is as it was.

    Args:
        new: the body at column 0; it is indented as the region's first mark is.

    Raises:
        BadInput: there is no such region, or `new` is no Python. The file is as it was.
    """
    start, end, indent = _span(source, name)
    newline = "\r\n" if "\r\n" in source else "\n"
    parsed(new, name)
    text = textwrap.indent(_tidy(new), indent).replace("\n", newline)
    return f"{source[:start]}{text}{newline if indent else ''}{source[end:]}"


def parsed(text: str, name: str) -> ast.Module:
    """Return a region's body as a tree.

    Raises:
        BadInput: it is no Python, or has marks of regions in it.
    """
    if _MARK.search(text):
        raise BadInput(name, expected="the body of the region alone", got="a region's mark in it")
    try:
        return ast.parse(textwrap.dedent(text))
    except SyntaxError as error:
        line = (error.text or "").strip()
        got = f"{error.msg} in line {error.lineno}: {line}"
        raise BadInput(name, expected="Python at column 0", got=got) from None


def stub(text: str, name: str) -> str:
    """Return a region's body with every function blanked: its head, its docstring, and a raise.

    Raises:
        BadInput: it is no Python.
    """
    lines = _tidy(text).splitlines(keepends=True)
    for node in reversed(parsed(text, name).body):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            kept = first.end_lineno if ast.get_docstring(node) is not None else first.lineno - 1
            blank = f'raise NotImplementedError("{name}: {STUB}")\n'
            lines[kept : node.end_lineno] = [" " * first.col_offset + blank]
    return "".join(lines)


def is_stub(text: str, name: str) -> bool:
    """Return whether a body is all unwritten: each of its functions only says so."""
    functions = [n for n in parsed(text, name).body if isinstance(n, ast.FunctionDef)]
    return bool(functions) and all(
        isinstance(node.body[-1], ast.Raise) and STUB in ast.unparse(node.body[-1])
        for node in functions
    )


def blanked(source: str) -> str:
    """Return the file with every region blanked: what a learner starts from."""
    for name in names(source):
        source = replace(source, name, stub(body(source, name), name))
    return source


def functions(text: str, name: str) -> list[str]:
    """Return the names of the functions of a body."""
    return [node.name for node in parsed(text, name).body if isinstance(node, ast.FunctionDef)]


def filled(source: str, solutions: str) -> str:
    """Return the file with its unwritten regions filled from another that has them all."""
    for name in names(source):
        if is_stub(body(source, name), name):
            source = replace(source, name, body(solutions, name))
    return source


def with_missing(source: str, newer: str) -> str:
    """Return the file with the regions it lacks of a newer one, each after the one before it."""
    before: str | None = None
    for name in names(newer):
        if name not in names(source):
            whole = _whole(newer, name)
            end = _after(source, before) if before else len(source)
            source = f"{source[:end]}\n{whole}{source[end:]}"
        before = name
    return source


def _whole(source: str, name: str) -> str:
    """Return a region with its marks, as it stands."""
    opening = next(m for m in _MARK.finditer(source) if (m[2], m[3]) == ("region", name))
    return source[opening.start() : _after(source, name)]


def _after(source: str, name: str) -> int:
    """Return where the line after a region's last mark begins."""
    return next(m for m in _MARK.finditer(source) if (m[2], m[3]) == ("endregion", name)).end()


def _span(source: str, name: str) -> tuple[int, int, str]:
    """Return where a region's body starts and ends, and how deep it is."""
    marks = {(mark[2], mark[3]): mark for mark in _MARK.finditer(source)}
    if name not in names(source):
        raise BadInput(
            "agent file",
            expected=f"the lines `# region {name}` and `# endregion {name}`",
            got="neither",
            next_step="Put them back around that exercise, or undo().",
        )
    opening, closing = marks["region", name], marks["endregion", name]
    return opening.end(), closing.start(), opening[1]


def _tidy(text: str) -> str:
    lines = textwrap.dedent(text.replace("\r\n", "\n")).strip("\n").splitlines()
    return "".join(line.rstrip() + "\n" for line in lines)
