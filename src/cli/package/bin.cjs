#!/usr/bin/env node
// In a syntax that old versions of Node know: they would otherwise end with a syntax error instead of a sentence.
// Where the package has it.
var commands = '../cli/command-line.js';
var parts = process.versions.node.split('.').map(Number);
var isSupported =
  (parts[0] === 20 && parts[1] >= 19) || (parts[0] === 22 && parts[1] >= 12) || parts[0] >= 24;
if (isSupported) {
  import(commands);
} else {
  console.error(`Earshot needs Node 20.19, 22.12, or 24 and later; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
}
