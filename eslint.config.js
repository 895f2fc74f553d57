import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv*/", "build/", "castlerisk_site/bundles/", "coverage/", "static/vendor/", "tests/support/", "var/"] },
  js.configs.recommended,
  {
    files: ["static/**/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      "complexity": ["error", 12],
      "curly": ["error", "multi-line"],
      "eqeqeq": "error",
      "max-lines-per-function": ["error", 60],
      "no-implicit-globals": "error",
      "no-param-reassign": "error",
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  {
    files: [".ci/*.js", "tests/static/**/*.js"],
    languageOptions: { globals: globals.node },
  },
  {
    files: ["static/community/notices/service-worker.js"],
    languageOptions: { globals: globals.serviceworker, sourceType: "script" },
  },
];
