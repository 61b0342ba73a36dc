"""Pictures and the phone panel of the notebooks. Each picture brings its content as a table.

Importing this is cheap: matplotlib and ipywidgets are imported when something is drawn.
"""

from voicekit.widgets.calls import show_calls
from voicekit.widgets.confusion import show_confusion
from voicekit.widgets.figure import Figure
from voicekit.widgets.panel import Phone, phone
from voicekit.widgets.states import show_states

__all__ = ["Figure", "Phone", "phone", "show_calls", "show_confusion", "show_states"]
