// A local rule for oxlint. In `inTransaction`, on SQLite, the outer store would wait for the
// transaction, and the transaction for it; on Postgres, the outer store would read and write
// outside of the transaction. Each awaited expression must therefore use the store of the
// transaction or a variable of the function.

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      outer: 'In a transaction, use {{tx}} instead of {{store}}.',
      awaited: 'In a transaction, await only what uses {{tx}}.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const transactions = [];

    /** Returns true if `node` refers to a parameter or a variable of `work`. */
    const refersToOwn = (node, work) => {
      const [start, end] = node.range;
      const ownVariables = [work, ...findScopes(work)].flatMap((scope) =>
        scope === work ? sourceCode.getDeclaredVariables(work) : scope.variables,
      );
      return ownVariables.some(({ references }) =>
        references.some(
          ({ identifier }) => identifier.range[0] >= start && identifier.range[1] <= end,
        ),
      );
    };
    const findScopes = (work) => {
      const scope = sourceCode.scopeManager.acquire(work);
      const all = scope === null ? [] : [scope];
      for (const outer of all) all.push(...outer.childScopes);
      return all;
    };
    const enter = (node) => {
      const { parent } = node;
      const isWork =
        parent.type === 'CallExpression' &&
        parent.callee.type === 'Identifier' &&
        parent.callee.name === 'inTransaction' &&
        parent.arguments[1] === node;
      if (!isWork) return;
      const [tx] = node.params;
      transactions.push({
        work: node,
        store: sourceCode.getText(parent.arguments[0]),
        tx: tx === undefined ? 'its store' : sourceCode.getText(tx),
      });
    };
    const leave = (node) => {
      if (transactions.at(-1)?.work === node) transactions.pop();
    };
    const checkStore = (node) => {
      const transaction = transactions.at(-1);
      if (transaction === undefined || sourceCode.getText(node) !== transaction.store) return;
      if (node.parent.type === 'Property' && node.parent.key === node) return;
      if (node.type === 'Identifier' && refersToOwn(node, transaction.work)) return;
      context.report({ node, messageId: 'outer', data: transaction });
    };
    return {
      ArrowFunctionExpression: enter,
      FunctionExpression: enter,
      'ArrowFunctionExpression:exit': leave,
      'FunctionExpression:exit': leave,
      Identifier: checkStore,
      MemberExpression: checkStore,
      AwaitExpression(node) {
        const transaction = transactions.at(-1);
        if (transaction === undefined || refersToOwn(node.argument, transaction.work)) return;
        context.report({ node, messageId: 'awaited', data: transaction });
      },
    };
  },
};

export default { meta: { name: 'transaction' }, rules: { 'only-tx': rule } };
