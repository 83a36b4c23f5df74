"""The kinds of careless changes that a machine makes of a body of code."""

import collections
import re

from .swift import text_of, walk

TOKENS = {
    "boundary": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "..<": "...", "...": "..<"},
    "comparison": {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "==", "===": "!==", "!==": "==="},
    "and, or": {"&&": "||", "||": "&&"},
    "plus, minus": {"+": "-", "-": "+", "&+": "&-", "&-": "&+", "+=": "-=", "-=": "+="},
}
NEGATABLE = {"if_statement", "guard_statement", "while_statement", "repeat_while_statement"}
ORDERINGS = {"acquiring", "releasing", "acquiringAndReleasing", "sequentiallyConsistent"}


# What stands from `start` to `end`, in bytes of the file, becomes `new`.
Edit = collections.namedtuple("Edit", "kind start end new")


def edits(file, body, defaults):
    """All changes of the known kinds inside one body. `defaults`: (function, label) of arguments that may go."""
    inside = [node for node in walk(body.node) if body.start <= node.start_byte and node.end_byte <= body.end]
    for node in inside:
        yield from _tokens(file, node)
        yield from _conditions(file, node)
        yield from _words(file, node)
        yield from _arguments(node, defaults)
        if node.type == "statements":
            yield from _statements(node, body)
    yield from _early_returns(body)


def _is_operator(file, node):
    """Whether the token stands between two spaces: Swift's operators with two operands do, here."""
    around = file.source[node.start_byte - 1:node.start_byte] + file.source[node.end_byte:node.end_byte + 1]
    return around.isspace() or node.type in ("..<", "...")


def _tokens(file, node):
    if node.children or (node.is_named and node.type not in ("custom_operator", "bang")):
        return
    word = text_of(node)
    for kind, swaps in TOKENS.items():
        if word in swaps and _is_operator(file, node):
            if word == "..." and (node.parent is None or node.parent.type != "range_expression"):
                continue
            yield Edit(kind, node.start_byte, node.end_byte, swaps[word])
    if word in ("+", "-", "&+", "&-") and _is_operator(file, node):
        one = node.next_sibling
        if one is not None and text_of(one) == "1":
            yield Edit("plus, minus", node.start_byte - 1, one.end_byte, "")


def _conditions(file, node):
    if node.type == "prefix_expression" and node.children and node.children[0].type == "bang":
        yield Edit("negation", node.start_byte, node.start_byte + 1, "")
    if node.type == "ternary_expression":
        condition = node.child_by_field_name("condition")
        yield from _negated(file, condition.start_byte, condition.end_byte)
    if node.type == "boolean_literal":
        yield Edit("negation", node.start_byte, node.end_byte, "false" if text_of(node) == "true" else "true")
    if node.type not in NEGATABLE:
        return
    is_optional = node.type == "if_statement" and not any(child.type == "else" for child in node.children)
    if is_optional or (node.type == "guard_statement" and not re.search(rb"\b(let|var|case|#available)\b",
                                                                        node.text.split(b"else")[0])):
        yield Edit("condition dropped", node.start_byte, node.end_byte, "")
    parts, current, is_in = [], [], False
    for child in node.children:
        if child.type in ("if", "guard", "while"):
            is_in = True
        elif is_in and child.type in (",", "else", "{", "statements"):
            if current:
                parts.append((current[0].start_byte, current[-1].end_byte))
            current = []
            if child.type != ",":
                break
        elif is_in:
            current.append(child)
    if current:
        parts.append((current[0].start_byte, current[-1].end_byte))
    plain = [part for part in parts if not re.match(rb"(let|var|case|#)\b|#", file.source[part[0]:part[1]])]
    for start, end in plain:
        yield from _negated(file, start, end)
        if len(parts) > 1:
            # With the comma that is no longer needed.
            comma = re.match(rb"\s*,\s*", file.source[end:])
            if (start, end) == parts[-1]:
                begin = parts[-2][1]
                yield Edit("condition dropped", begin, end, "")
            elif comma:
                yield Edit("condition dropped", start, end + comma.end(), "")


def _negated(file, start, end):
    text = file.source[start:end].decode()
    if text.count("(") != text.count(")"):
        return
    # Another kind negates these.
    if re.fullmatch(r"!?[\w.()]+", text) and text.startswith("!"):
        return
    if not re.search(r" (==|!=|===|!==|<|<=|>|>=) ", text) or re.search(r"&&|\|\|", text):
        yield Edit("negation", start, end, f"!({text})")


def _words(file, node):
    if node.type != "simple_identifier":
        return
    word = text_of(node)
    before = file.source[max(0, node.start_byte - 1):node.start_byte]
    after = file.source[node.end_byte:node.end_byte + 1]
    if word in ("min", "max") and after == b"(":
        yield Edit("min, max", node.start_byte, node.end_byte, {"min": "max", "max": "min"}[word])
    if word in ORDERINGS and before == b".":
        yield Edit("memory ordering", node.start_byte, node.end_byte, "relaxed")


def _arguments(node, defaults):
    if node.type != "call_expression":
        return
    callee = node.children[0]
    name = re.split(r"[.?!]", text_of(callee))[-1].split("<")[0]
    for arguments in (part for part in walk(node.children[-1]) if part.type == "value_arguments"):
        if arguments.parent.parent.id != node.id:
            continue
        every = [child for child in arguments.children if child.type == "value_argument"]
        for index, argument in enumerate(every):
            label = argument.child_by_field_name("name")
            if label is None or (name, text_of(label)) not in defaults:
                continue
            start = every[index - 1].end_byte if index > 0 else argument.start_byte
            end = every[1].start_byte if index == 0 and len(every) > 1 else argument.end_byte
            yield Edit("argument by default", start, end, "")


def _statements(node, body):
    named = [child for child in node.named_children if "comment" not in child.type]
    for child in named:
        is_call = child.type in ("call_expression", "try_expression", "await_expression")
        # A body that is nothing but the value that it returns.
        if is_call and len(named) == 1 and node.parent.id == body.node.id and body.result:
            continue
        if is_call:
            yield Edit("statement dropped", child.start_byte, child.end_byte, "")
        # Without one, most initialisers do not compile.
        elif child.type == "assignment" and not (_is_init(body) and node.parent.id == body.node.id):
            yield Edit("assignment dropped", child.start_byte, child.end_byte, "")


def _is_init(body):
    return re.split(r"[(<?!]", body.header)[0].strip().endswith("init")


def _early_returns(body):
    if body.is_value or _is_init(body):
        return
    if not body.result and len(body.statements) > 1:
        yield Edit("early return", body.start, body.end, " return ")
    if body.result.endswith("?"):
        yield Edit("early return", body.start, body.end, " return nil ")
    for value in ("true", "false"):
        if body.result == "Bool" and body.text.strip() != value:
            yield Edit("early return", body.start, body.end, f" return {value} ")


def defaults_of(files):
    """The (function, label) of every parameter with a default, in all files; of an initialiser, its type."""
    found = set()
    for file in files:
        for node in walk(file.root):
            if node.type not in ("function_declaration", "init_declaration"):
                continue
            names = [text_of(node.child_by_field_name("name"))]
            if node.type == "init_declaration":
                names.append(_type_around(node))
            parameter = None
            for child in node.children:
                if child.type == "parameter":
                    parameter = child
                elif child.type == "=" and parameter is not None:
                    label = parameter.child_by_field_name("external_name") or parameter.child_by_field_name("name")
                    found.update((name, text_of(label)) for name in names)
    return found


def _type_around(node):
    while node is not None and node.type != "class_declaration":
        node = node.parent
    name = node.child_by_field_name("name") if node else None
    return text_of(name) if name else "?"
