# ruff: noqa: N802  # `ast` calls its visitors by the names of its nodes
"""Modules woven anew as they are imported: they tell which branches are taken, and can be mistaken.

All mutants stand in the modules at once, each behind a question; so one process tries them all.
"""

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Collection, Mapping, Sequence
from types import ModuleType
from typing import TypeVar

from tests.benchmarks.power.mutants import Functions, Mutant

T = TypeVar("T")

taken: set[tuple[int, bool]] = set()
reached: set[int] = set()
conditions: list[Mutant] = []
mistaken = -1  # the number of the mutant that is in force


def came_out(number: int, value: T) -> T:
    """Note how a condition came out."""
    taken.add((number, bool(value)))
    return value


def is_mistaken(number: int) -> bool:
    """Return whether this mutant is in force; note that it was asked for."""
    return number == mistaken


def is_reached(number: int) -> bool:
    """Note that the place of this mutant was reached."""
    reached.add(number)
    return False


def mistake(number: int) -> None:
    """Put one mutant in force, or with -1 none."""
    globals()["mistaken"] = number


class _Mutable(Functions):
    """Puts the mutants that are asked for into a module."""

    def __init__(self, module: str, numbers: Mapping[Mutant, int]) -> None:
        super().__init__(module)
        self._numbers = numbers

    def mutable(self, node: ast.AST, mutant: Mutant, new: ast.expr | None) -> ast.AST:
        number = self._numbers.get(mutant)
        if number is None:
            return node
        asked = _call("is_mistaken", ast.Constant(number))
        if new is None:
            assert isinstance(node, ast.stmt)
            return ast.If(test=ast.UnaryOp(ast.Not(), asked), body=[node], orelse=[])
        assert isinstance(node, ast.expr)
        return ast.IfExp(test=asked, body=new, orelse=node)


class _Watched(Functions):
    """Lets each condition of a module tell how it came out."""

    def visit_If(self, node: ast.If) -> ast.AST:
        return self._tested(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._tested(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        return self._tested(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        node.values = [self._watched(value) for value in node.values]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.iter = self.visit(node.iter)
        node.ifs = [self._watched(test) for test in node.ifs]
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        name = self.named(f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}", "taken")
        node.iter = self.visit(node.iter)
        node.body = [self._told(name, came=True), *self.body(node.body)]
        node.orelse = [self._told(name, came=False), *self.body(node.orelse)]
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        name = self.named(f"case {ast.unparse(node.pattern)}", "taken")
        node.guard = node.guard and self._watched(node.guard)
        node.body = [self._told(name, came=True), *self.body(node.body)]
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        name = self.named("except", "taken")
        node.body = [self._told(name, came=True), *self.body(node.body)]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        name = self.named(node.name, "called")
        function = super().visit_FunctionDef(node)
        assert isinstance(function, ast.FunctionDef)
        if not _is_stub(function):
            function.body.insert(1 if ast.get_docstring(node) else 0, self._told(name, came=True))
        return function

    def _tested(self, node: ast.If | ast.While | ast.IfExp) -> ast.AST:
        node.test = self._watched(node.test)
        if isinstance(node, ast.IfExp):
            node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        else:
            node.body, node.orelse = self.body(node.body), self.body(node.orelse)
        return node

    def _watched(self, test: ast.expr) -> ast.expr:
        if not self._inside:
            return test
        number = _numbered(self.named(ast.unparse(test), "condition"))
        inner = self.visit(test)
        assert isinstance(inner, ast.expr)
        return _call("came_out", ast.Constant(number), inner)

    def _told(self, name: Mutant, *, came: bool) -> ast.stmt:
        return ast.Expr(_call("came_out", ast.Constant(_numbered(name)), ast.Constant(came)))


def _numbered(name: Mutant) -> int:
    conditions.append(name)
    return len(conditions) - 1


def _is_stub(function: ast.FunctionDef) -> bool:
    return isinstance(function.body[-1], ast.Expr) and len(function.body) <= 1


def _call(name: str, *args: ast.expr) -> ast.Call:
    called = ast.Attribute(value=ast.Name(id="_woven", ctx=ast.Load()), attr=name, ctx=ast.Load())
    return ast.Call(func=called, args=[*args], keywords=[])


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles a module from its woven tree, never from a cache."""

    numbers: Mapping[Mutant, int] | None = None

    def get_code(self, fullname: str) -> object:  # type: ignore[override]  # a code object
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path))
        weaver = _Watched(fullname) if self.numbers is None else _Mutable(fullname, self.numbers)
        weaver.visit(tree)
        has_docstring = ast.get_docstring(tree) is not None
        tree.body.insert(has_docstring, ast.parse(f"import {__name__} as _woven").body[0])
        return compile(ast.fix_missing_locations(tree), path, "exec")


class Weaver(importlib.abc.MetaPathFinder):
    """Finds the modules of some packages and weaves them.

    Without mutants they tell which of their branches are taken; with them, each numbered, they
    are mistaken by `mistake`. Install it before the packages are imported.
    """

    def __init__(
        self, packages: Collection[str], numbers: Mapping[Mutant, int] | None = None
    ) -> None:
        self._packages, self._numbers = tuple(packages), numbers

    def install(self) -> None:
        """Stand before Python's own finders.

        Raises:
            RuntimeError: it is too late.
        """
        if any(name.startswith(self._packages) for name in sys.modules):
            raise RuntimeError(f"{self._packages} are imported already")
        sys.meta_path.insert(0, self)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,  # noqa: ARG002  # given by the import system
    ) -> importlib.machinery.ModuleSpec | None:
        """Return how a module is loaded, where it is one of ours."""
        if not fullname.startswith(self._packages):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is None or spec.origin is None:
            return None
        loader = _Loader(fullname, spec.origin)
        loader.numbers = self._numbers
        spec.loader = loader
        return spec
