# SPDX-License-Identifier: BSD-3-Clause
"""A page that mdsim report has made, taken apart."""

import html.parser

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Page(html.parser.HTMLParser):
    """A page taken apart; raises AssertionError where tags are not closed in order."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.texts, self.tables = [], [], {}, {}
        self.section = None
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append((tag, attributes))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "section":
            self.section = attributes["id"]
        if tag == "table":
            self.rows = []
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag == "caption":
            self.caption = ""

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"
        if tag == "table":
            self.tables.setdefault(self.section, {})[self.caption.strip()] = self.rows
        if tag in ("dt", "td", "th"):
            self.texts[self.section] += " "
        if tag == "section":
            self.section = None

    def handle_data(self, data):
        self.texts[self.section] = self.texts.get(self.section, "") + data
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data
        if "caption" in self.open:
            self.caption += data

    def text(self, section):
        return " ".join(self.texts[section].split())

    def all(self, name):
        return [attributes for tag, attributes in self.tags if tag == name]
