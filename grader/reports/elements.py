"""HTML and XML elements. Every text in them is data: nothing of a learner's becomes markup."""

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from grader.showing import visible

Content = Element | str
NO_XML = re.compile("[\ud800-\udfff\ufffe\uffff]")  # halves of characters, and what is none


def shown(text: str) -> str:
    r"""Return a text that XML, UTF-8 and a reader can take: what can't be shown is spelled out.

    Example:
        >>> print(shown("a" + chr(27) + chr(0xD800)))
        a\x1b\ud800
    """
    return NO_XML.sub(lambda one: one[0].encode("unicode_escape").decode(), visible(text))


def element(tag: str, *content: Content, **attributes: object) -> Element:
    """Return an element; an attribute that is None is left out.

    Example:
        >>> as_xml(element("p", "1 < 2", element("b", "!"), class_="odd", aria_label='"'))
        '<p class="odd" aria-label="&quot;">1 &lt; 2<b>!</b></p>'
    """
    named = {name.rstrip("_").replace("_", "-"): one for name, one in attributes.items()}
    made = Element(tag, {name: shown(str(one)) for name, one in named.items() if one is not None})
    return add(made, *content)


def add(parent: Element, *content: Content) -> Element:
    """Append elements and texts to an element; return it."""
    for one in content:
        if isinstance(one, Element):
            parent.append(one)
        elif len(parent):
            parent[-1].tail = (parent[-1].tail or "") + shown(one)
        else:
            parent.text = (parent.text or "") + shown(one)
    return parent


def as_xml(root: Element) -> str:
    """Return an element as XML."""
    return ElementTree.tostring(root, encoding="unicode")


def as_html(root: Element) -> str:
    """Return an element as HTML."""
    return ElementTree.tostring(root, encoding="unicode", method="html")
