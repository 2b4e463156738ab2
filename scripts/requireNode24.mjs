// This check must run before the scripts use features that older versions lack.
const neededMajor = 24;
const { node } = process.versions;
if (Number(node.split('.')[0]) < neededMajor) {
  console.error(
    `The scripts of this checkout need Node ${neededMajor} or newer; this is Node ${node}.\n` +
      'npm ci installs it, unless install scripts are turned off. Then install it with:\n' +
      '  npm rebuild node --ignore-scripts=false',
  );
  process.exitCode = 1;
}
