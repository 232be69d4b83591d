"""Small mistakes that a rule might have: one expression is other than it should be."""

import ast
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


class Mutant(NamedTuple):
    """One mistake, named so that it is found again after its function has moved."""

    module: str
    function: str  # qualified within the module
    source: str  # the expression as `ast.unparse` writes it
    nth: int  # of this source and change in the function, from 1
    change: str


Change = tuple[str, ast.expr | None]  # what it is called, and what stands there; None: nothing


def changes_of(node: ast.AST) -> Iterator[Change]:
    """Yield each way in which *node* could be mistaken."""
    match node:
        case ast.Compare(ops=[op]):
            for other in COMPARED[type(op)]:
                yield other.__name__, _with(node, "ops", [other()])
        case ast.BoolOp(op=op, values=values):
            other_op = ast.Or if isinstance(op, ast.And) else ast.And
            yield other_op.__name__, _with(node, "op", other_op())
            for number, _ in enumerate(values, start=1):
                left = [deepcopy(v) for n, v in enumerate(values, start=1) if n != number]
                rest = left[0] if len(left) == 1 else ast.BoolOp(op=op, values=left)
                yield f"without operand {number}", rest
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "without not", deepcopy(operand)
        case ast.BinOp(op=op) if type(op) in RECKONED:
            other_sign = RECKONED[type(op)]
            yield other_sign.__name__, _with(node, "op", other_sign())
        case ast.Constant(value=bool(value)):
            yield str(not value), ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield "+ 1", ast.Constant(value + 1)
            yield "- 1", ast.Constant(value - 1)
        case ast.IfExp(test=test) if not _has_opposite(test):
            yield "swapped", _with(node, "test", ast.UnaryOp(ast.Not(), deepcopy(test)))
        case ast.Expr(value=ast.Call()):
            yield "dropped", None


def _with(node: ast.expr, field: str, value: object) -> ast.expr:
    other = deepcopy(node)
    setattr(other, field, value)
    return other


def _has_opposite(test: ast.expr) -> bool:
    """Return whether the opposite of a test is a change of the test itself."""
    return isinstance(test, ast.UnaryOp) or (isinstance(test, ast.Compare) and len(test.ops) == 1)


class Functions(ast.NodeTransformer):
    """Goes through the bodies of a module's functions; what runs at import is left as it is."""

    def __init__(self, module: str) -> None:
        self.module = module
        self._path: list[str] = []
        self._inside = 0
        self._counts: Counter[tuple[str, str, str]] = Counter()

    def named(self, source: str, change: str) -> Mutant:
        """Return the name of the next expression of this *source* in this function."""
        function = ".".join(self._path)
        self._counts[function, source, change] += 1
        nth = self._counts[function, source, change]
        return Mutant(self.module, function, source, nth, change)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self._path.append(node.name)
        node.body = [self.visit(part) for part in node.body]
        self._path.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self._path.append(node.name)
        self._inside += 1
        node.body = self.body(node.body)
        self._inside -= 1
        self._path.pop()
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self._inside += 1
        node.body = self.visit(node.body)
        self._inside -= 1
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.value = node.value and self.visit(node.value)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node  # texts are no rules

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        node.guard = node.guard and self.visit(node.guard)
        node.body = self.body(node.body)
        return node

    def body(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Return the statements of a function or a branch, each gone through."""
        return [self.visit(statement) for statement in statements]

    def visit(self, node: ast.AST) -> Any:
        """Go through a node: what is inside a function is mutable."""
        if not self._inside or isinstance(node, ast.expr_context):
            return super().visit(node)
        found = [(self.named(ast.unparse(node), name), new) for name, new in changes_of(node)]
        plain = super().visit(node)
        for mutant, new in found:
            plain = self.mutable(plain, mutant, new)
        return plain

    def mutable(self, node: ast.AST, mutant: Mutant, new: ast.expr | None) -> ast.AST:  # noqa: ARG002
        """Return what is to stand in the place of *node*, which could be mistaken so."""
        return node


class _Listed(Functions):
    def __init__(self, module: str) -> None:
        super().__init__(module)
        self.found: list[tuple[Mutant, int]] = []

    def mutable(self, node: ast.AST, mutant: Mutant, new: ast.expr | None) -> ast.AST:  # noqa: ARG002
        self.found.append((mutant, getattr(node, "lineno", 0)))
        return node


def mutants_of(module: str, source: str) -> list[tuple[Mutant, int]]:
    """Return all mutants of a module with their lines."""
    listed = _Listed(module)
    listed.visit(ast.parse(source))
    return listed.found
