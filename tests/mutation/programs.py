"""What is mutated: programs, their kernels, and the list of mutants that are known to change nothing."""
import collections
import pathlib
import re
import shutil
import threading

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Program(collections.namedtuple("Program", "binary root folders arguments", defaults=[()])):
    """A program below --bin, and the folders of its kernels below a root."""

    def copy_kernels(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        for kernels in self.folders:
            shutil.copytree(self.root / kernels, folder / kernels)


def own_folder(work):
    """Always the same for a thread: kernels that are as they were are found in the cache, by their path."""
    return work / threading.current_thread().name


def without_comments(text):
    """Blank where comments were, so that places stay."""
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)


def listed(more, root):
    """name -> Program, by a file with a line each: name, program, folder of kernels below root, arguments."""
    programs = {}
    for line in more.read_text().splitlines() if more else []:
        name, binary, folder, *arguments = line.split()
        programs[name] = Program(binary, root.resolve(), [folder], arguments)
    return programs


def is_used(mutant, sources):
    """Headers count as used: sources are what programs name."""
    return not mutant.file.endswith(".cpp") or any(u.endswith(mutant.file) for u in sources)


def facts(file):
    """Mutant -> why nothing comes of it."""
    table = {}
    for line in (HERE / file).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            what, fact = line.rsplit(" because ", 1)
            table[what.strip()] = fact
    return table
