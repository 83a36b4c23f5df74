"""Swift source as what can be mutated: the bodies of functions and accessors, and the values of properties."""

import collections
import re

import tree_sitter
import tree_sitter_swift

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_swift.language()))
# What has a body of its own; a closure or a function inside belongs to the body around it.
BODIES = {"function_declaration", "init_declaration", "deinit_declaration", "computed_getter", "computed_setter",
          "computed_modify"}
TYPES = {"class_declaration", "protocol_declaration"}


def parse(text):
    return PARSER.parse(text.encode()).root_node


def text_of(node):
    return node.text.decode()


def one_line(text):
    return re.sub(r"\s+", " ", text).strip()


def walk(node):
    yield node
    for child in node.children:
        yield from walk(child)


class Body:
    """What stands between the braces of a function or an accessor, or behind the `=` of a property."""

    def __init__(self, source, header, node, start, end, result, is_value=False):
        self.header, self.node, self.start, self.end = one_line(header), node, start, end
        # The type that it returns, as written; nothing where that is Void.
        self.result, self.is_value = result, is_value
        self.text = source[start:end].decode()
        inner = [child for child in node.children if start <= child.start_byte and child.end_byte <= end]
        self.statements = [child for part in inner if part.type == "statements" for child in part.named_children
                           if "comment" not in child.type]

    @property
    def is_implicit_return(self):
        """Whether the body is one expression whose value it returns without saying so."""
        return bool(self.result) and len(self.statements) == 1 and self.statements[0].type not in {
            "control_transfer_statement", "if_statement", "switch_statement", "directive", "assignment",
            "for_statement", "while_statement", "property_declaration", "guard_statement"}


def left_out(source):
    """The stretches, in bytes, that a compiler on Linux leaves out: what is Apple's, and the rest of what is Linux's."""
    found, branches, position = [], [], 0
    for line in source.splitlines(keepends=True):
        directive = re.match(rb"\s*#(if|elseif|else|endif)\b\s*(.*?)\s*$", line)
        if directive:
            word, condition = directive.groups()
            # Of the branches around: whether this one is left out, and all that follow.
            rest = branches.pop()[1] if word != b"if" else False
            if word != b"endif":
                is_apples = re.search(rb"(?<!!)canImport\(Darwin\)|os\(macOS\)", condition) is not None
                is_linux = condition in (b"os(Linux)", b"!canImport(Darwin)")
                branches.append((rest or is_apples, rest or is_linux))
        elif any(is_out for is_out, _ in branches):
            found.append((position, position + len(line)))
        position += len(line)
    return found


# A member of a type, or what stands outside of all: in what it stands, its text, and where.
Declaration = collections.namedtuple("Declaration", "owner text start")


class SourceFile:
    """One file, its bodies by what names them, and its declarations."""

    def __init__(self, path, text):
        self.path, self.text, self.source = path, text, text.encode()
        self.bodies, self.declarations = {}, []
        self._left_out = left_out(self.source)
        self.root = parse(text)
        self._visit(self.root, [], "")

    def is_compiled(self, byte):
        return not any(start <= byte < end for start, end in self._left_out)

    def _visit(self, node, names, header):
        for child in node.children:
            kind = child.type
            if kind in TYPES:
                name = child.child_by_field_name("name")
                where = names + [text_of(name) if name else "?"]
                body = child.child_by_field_name("body")
                if body:
                    self._visit(body, where, "")
            elif kind in BODIES:
                self._add_function(child, names, header)
            elif kind == "property_declaration":
                self._add_property(child, names)
            elif kind == "subscript_declaration":
                self._add_computed(child, names, text_of(child).split("{")[0])
            elif kind not in ("protocol_property_declaration", "protocol_function_declaration"):
                self._visit(child, names, header)
            if node.type in ("class_body", "source_file", "enum_class_body") and child.is_named:
                self.declarations.append(Declaration(tuple(names), text_of(child), child.start_byte))

    def _add_function(self, node, names, header):
        body = node.child_by_field_name("body") or node
        braces = [child for child in body.children if child.type in "{}"]
        if len(braces) < 2:
            return
        start, end = braces[0].end_byte, braces[-1].start_byte
        own = self.source[node.start_byte:braces[0].start_byte].decode()
        found = re.search(r"->\s*(.+?)\s*(?:where\b.*)?$", one_line(own))
        result = found.group(1) if found else ""
        if node.type == "computed_getter":
            result = header.rpartition(":")[2].strip() or "?"
        own = re.sub(r"^(\s*@\w+(\([^)]*\))?)+", "", own)
        self._add(names, f"{header} {own}" if header else own, body, start, end, result)

    def _add_property(self, node, names):
        # Only those outside of functions come here.
        declared = one_line(text_of(node).split("{")[0].split("=")[0])
        declared = re.sub(r"^(@\w+(\([^)]*\))? )+", "", declared)
        self._add_computed(node, names, declared)
        value = node.child_by_field_name("value")
        if value is not None and value.type != "lambda_literal":
            self._add(names, declared, value, value.start_byte, value.end_byte, "value", is_value=True)

    def _add_computed(self, node, names, header):
        for child in node.children:
            if child.type != "computed_property":
                continue
            if any(part.type == "statements" for part in child.children):
                self._add(names, header, child, child.start_byte + 1, child.end_byte - 1,
                          re.split(r":|->", header)[-1].strip() or "?")
            else:
                self._visit(child, names, header)

    def _add(self, names, header, node, start, end, result, is_value=False):
        result = "" if result in ("Void", "()") else result
        body = Body(self.source, header, node, start, end, result, is_value)
        key = f"{'.'.join(names)}: {body.header}"
        while key in self.bodies:
            key += " again"
        self.bodies[key] = body
