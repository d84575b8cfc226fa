"""Captured graphs as JSON: the text of arguments, "Name(key=value, …)", becomes objects."""

import re

_TOKEN = re.compile(r"\s*(?:([()\[\]{},=])|([^()\[\]{},=\s]+(?:\s+[^()\[\]{},=\s]+)*))")


class _Reader:
    """Values of the form word, [list], {list}, Name(list) and key=value."""

    def __init__(self, text):
        self.tokens = [mark or word for mark, word in _TOKEN.findall(text)]
        self.at = 0

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def items(self, end):
        found = []
        while self.peek() != end:
            found.append(self.value())
            if self.peek() == ",":
                self.next()
        self.next()
        return found

    def value(self):
        word = self.next()
        if word in "[{(":
            return self.items({"[": "]", "{": "}", "(": ")"}[word])
        if self.peek() == "=":
            self.next()
            return {word: self._bare(self.value())}
        if self.peek() == "(":
            self.next()
            return {word: _joined(self.items(")"))}
        return int(word) if re.fullmatch(r"-?\d+", word) else word

    @staticmethod
    def _bare(value):
        """A member's type says nothing: memory_config=MemoryConfig(…) is memory_config: {…}."""
        (inner,) = value.values() if isinstance(value, dict) and len(value) == 1 else (None,)
        return inner if isinstance(inner, dict) else value


def _joined(items):
    """Members as one object; one list alone is itself."""
    if items and all(isinstance(item, dict) for item in items):
        return {key: value for item in items for key, value in item.items()}
    return items[0] if len(items) == 1 else items


class GraphTracerUtils:
    @staticmethod
    def _convert_to_json(text, index):
        try:
            reader = _Reader(text)
            value = text if text == "{}" else reader.value()
            if reader.peek() is not None and value is not text:
                raise ValueError(f"{reader.peek()!r} is left over")
        except (IndexError, ValueError, KeyError) as error:
            return {"UnparsedElement": {"error": str(error), "element_info": text}}
        return {f"arg{index}": value}

    @staticmethod
    def serialize_arguments_to_json(operation_name, arguments):
        return {"operation": operation_name,
                "arguments": [GraphTracerUtils._convert_to_json(text, i) for i, text in enumerate(arguments)]}

    @staticmethod
    def serialize_graph(captured_graph):
        """All functions that have arguments, in their order."""
        return {"content": [GraphTracerUtils.serialize_arguments_to_json(node["params"].get("name", ""),
                                                                         node["arguments"])
                            for node in captured_graph if node["arguments"]]}
