import type { IExecuteFunctions } from 'n8n-workflow';

/** The maximum number of saved texts, about 1.5 MB: more would slow down every start of the workflow. */
const maxTexts = 10_000;

/**
 * The texts of this process, by workflow, node and name. n8n alone would lose texts: if two
 * executions run at the same time, it keeps only the texts of the last one, and it saves no texts
 * of a manual execution.
 */
const textsByNode = new Map<string, Map<string, string>>();

/**
 * Texts by key. n8n saves the latest 10,000 with the workflow at the end of an execution, unless
 * the execution is manual. The texts can be missing, so nothing may depend on them.
 */
export class SavedTexts {
  readonly #name: string;
  readonly #data: Record<string, unknown>;
  readonly #all: Map<string, string>;
  #isChanged = false;

  /** `name` is the name of the texts in the data that n8n saves for the node. */
  constructor(context: IExecuteFunctions, name: string) {
    this.#name = name;
    this.#data = context.getWorkflowStaticData('node');
    const mapKey = toMapKey(context, name);
    this.#all = textsByNode.get(mapKey) ?? new Map<string, string>();
    textsByNode.set(mapKey, this.#all);
    for (const [key, text] of Object.entries(this.#getSaved())) {
      if (!this.#all.has(key)) this.#all.set(key, text);
    }
  }

  get(key: string): string | undefined {
    return this.#all.get(key);
  }

  keys(): string[] {
    return [...this.#all.keys()];
  }

  set(key: string, text: string): void {
    if (this.#all.get(key) === text) return;
    this.#isChanged = true;
    // The text is deleted first, so that it moves to the end and counts as the latest.
    this.#all.delete(key);
    this.#all.set(key, text);
  }

  /** Lets n8n save the texts when the execution ends. */
  save(): void {
    // Missing texts are written even if none changed: a worker in queue mode may not have received the
    // saved texts, and n8n would replace them with the worker's empty data.
    const saved = Object.keys(this.#getSaved()).length;
    if (!this.#isChanged && saved >= this.#all.size) return;
    const surplus = this.#all.size - maxTexts;
    for (const key of this.keys().slice(0, Math.max(0, surplus))) this.#all.delete(key);
    this.#data[this.#name] = Object.fromEntries(this.#all);
    this.#isChanged = false;
  }

  #getSaved(): Record<string, string> {
    return (this.#data[this.#name] ?? {}) as Record<string, string>;
  }
}

/**
 * Deletes the texts of a node that has sent nothing in this n8n. They came with an imported workflow,
 * and may be about another service.
 */
export function deleteImportedTexts(context: IExecuteFunctions): void {
  const data = context.getWorkflowStaticData('node');
  for (const [name, imported] of Object.entries(data)) {
    const texts = textsByNode.get(toMapKey(context, name));
    for (const key of Object.keys(imported as object)) texts?.delete(key);
    Reflect.deleteProperty(data, name);
  }
}

function toMapKey(context: IExecuteFunctions, name: string): string {
  return `${String(context.getWorkflow().id)}/${context.getNode().id}/${name}`;
}
