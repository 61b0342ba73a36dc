"""A report, written: as text, JSON, JUnit XML, Gradescope's results.json, and a page.

    files       which option writes which format; where a report may be written
    text        for the terminal
    junit       for CI services
    gradescope  for Gradescope
    page        for people: one HTML file (elements, tables, dialogue, timeline are its parts)
    words       every heading and label

Each is made from the same `Report`, and all say the same.
"""
