// Runs commands for operators in one process, given as JSON: `[name, ...arguments]` of each. It ends with the first that fails.
const commands: string[][] = JSON.parse(process.argv[2] ?? '[]');
for (const [index, [name, ...words]] of commands.entries()) {
  process.argv = [process.execPath, `${name}`, ...words];
  // A module runs once for each address.
  await import(`../../src/commands/${name}.ts?${index}`);
  if (process.exitCode) break;
}
