#!/usr/bin/env python3
"""`ironbird run SOURCE` compiles a host program once, and again when anything in it has changed.

usage: IRONBIRD_PROGRAM_UNDER_TEST=PROGRAM host_program_test.py [unittest arguments]
"""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.pop("IRONBIRD_PROGRAM_UNDER_TEST")
# The compiler says so when it is asked; what comes from the cache is silent.
COMPILED = "compiled now"


class HostPrograms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ironbird host ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.environment = dict(os.environ, TT_METAL_CACHE=str(self.folder / "cache"))

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def main(self, before="", value="1", name="main.cpp"):
        return self.write(name, f'#include <cstdio>\n{before}\n#warning "{COMPILED}"\n'
                                f'int main() {{ std::printf("%d\\n", int({value})); }}\n')

    def start(self, *arguments, **variables):
        return subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, text=True,
                                env=dict(self.environment, **variables), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def call(self, *arguments, code=0, **variables):
        process = self.start(*arguments, **variables)
        out, errors = process.communicate()
        self.assertEqual(process.returncode, code, out + errors)
        return out, errors

    def expect(self, value, *arguments, compiled=True, **variables):
        out, errors = self.call("run", *(arguments or ["main.cpp"]), **variables)
        self.assertEqual(out, f"{value}\n")
        self.assertEqual(COMPILED in errors, compiled, errors)

    def entries(self, kind):
        return list((self.folder / "cache").rglob("*" + kind))

    def test_the_same_source_is_compiled_once(self):
        self.main()
        self.expect(1)
        self.expect(1, compiled=False)
        out, _ = self.call("check", "main.cpp")
        self.assertEqual(out, "1\n")
        out, _ = self.call("cache", "--json")
        self.assertEqual(json.loads(out)["programs"], 1)

    def test_an_edit_of_the_source_is_noticed_and_undone(self):
        self.main(value="1")
        self.expect(1)
        self.main(value="2")
        self.expect(2)
        self.main(value="1")
        self.expect(1, compiled=False)
        self.assertEqual(len(self.entries(".pch")), 1, "the includes have not changed")

    def test_an_edit_of_a_header_is_noticed(self):
        # One in front of everything, one behind code, one that only a header includes.
        self.write("first.hpp", '#include "deep.hpp"\n')
        self.write("deep.hpp", "constexpr int deep = 1;\n")  # no guard: it is read once, as written
        self.write("late.hpp", "constexpr int late = 10;\n")
        self.main('#include "first.hpp"\nint code;\n#include "late.hpp"', value="deep + late")
        self.expect(11)
        self.expect(11, compiled=False)
        self.write("deep.hpp", "constexpr int deep = 2;\n")
        self.expect(12)
        self.write("late.hpp", "constexpr int late = 20;\n")
        self.expect(22)

    def test_a_header_that_appears_in_an_earlier_folder_is_noticed(self):
        self.write("b/size.hpp", "constexpr int size = 1;\n")
        (self.folder / "a").mkdir()
        self.main("#include <size.hpp>", value="size")
        folders = ["-I", "a", "-Ib"]
        self.expect(1, *folders, "main.cpp")
        self.expect(1, *folders, "main.cpp", compiled=False)
        self.write("a/size.hpp", "constexpr int size = 2;\n")
        self.expect(2, *folders, "main.cpp")
        self.expect(1, "-I", "b", "main.cpp")

    def test_a_changed_flag_is_noticed(self):
        self.main(value="N")
        self.expect(3, "-DN=3", "main.cpp")
        self.expect(4, "-D", "N=4", "main.cpp")
        self.expect(3, "-D", "N=3", "main.cpp", compiled=False)
        self.main(value="__cplusplus", name="standard.cpp")
        self.expect(202002, "standard.cpp")
        self.expect(201703, "--std", "c++17", "standard.cpp")
        self.main("#include <size.hpp>", value="size", name="found.cpp")
        self.write("elsewhere/size.hpp", "constexpr int size = 5;\n")
        self.expect(5, "found.cpp", CPATH=str(self.folder / "elsewhere"))
        self.call("run", "found.cpp", code=4)

    def test_a_library_is_linked_and_its_changes_are_noticed(self):
        def library(value):
            source = self.write("answer.cpp", f"int answer() {{ return {value}; }}\n")
            subprocess.run(["g++", "-shared", "-fPIC", "-o", self.folder / "libanswer.so", source],
                           check=True)
        self.main("int answer();", value="answer()")
        library(6)
        linked = ["-L", ".", "-l", "answer", "main.cpp"]
        self.expect(6, *linked)
        self.expect(6, *linked, compiled=False)
        library(7)
        self.expect(7, *linked)
        self.call("run", "main.cpp", code=4)

    def test_a_damaged_entry_is_made_anew(self):
        self.main()
        self.expect(1)
        for kind in (".program", ".pch", ".deps"):
            for entry in self.entries(kind):
                entry.write_bytes(entry.read_bytes()[: entry.stat().st_size // 2])
        out, errors = self.call("run", "main.cpp")
        self.assertEqual(out, "1\n")
        self.assertIn("is damaged and will be made anew", errors)
        self.assertIn(COMPILED, errors)
        self.expect(1, compiled=False)

    def test_two_runs_at_once(self):
        self.main()
        for process in [self.start("run", "main.cpp") for _ in range(2)]:
            out, errors = process.communicate()
            self.assertEqual((process.returncode, out), (0, "1\n"), errors)
        self.expect(1, compiled=False)

    def test_the_source_keeps_its_name_and_lines(self):
        self.write("lines.cpp", "// A comment.\n/* Another\n   one. */\n#include <cstdio>\n"
                   '#include "own.hpp"\nint main() { std::printf("%s:%d\\n", __FILE__, __LINE__); }\n')
        self.write("own.hpp", "")
        out, _ = self.call("run", "lines.cpp")
        self.assertEqual(out, f"{self.folder}/lines.cpp:6\n")
        self.write("wrong.cpp", "#include <cstdio>\n\nint main() { return nothing; }\n")
        _, errors = self.call("run", "wrong.cpp", code=4)
        self.assertIn("wrong.cpp:3:21: error:", errors)
        self.write("missing.cpp", '#include <cstdio>\n#include "nowhere.hpp"\nint main() {}\n')
        _, errors = self.call("run", "missing.cpp", code=4)
        self.assertIn("missing.cpp:2:10: fatal error:", errors)

    def test_a_recorded_run_can_be_repeated_without_the_cache(self):
        self.main()
        self.expect(1)
        self.call("cache", "clear")
        self.assertEqual(self.entries(".program"), [])
        out, _ = self.call("replay", "1")
        self.assertEqual(out, "1\n")


if __name__ == "__main__":
    unittest.main()
