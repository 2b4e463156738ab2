import type { IExecuteFunctions } from 'n8n-workflow';

/** The limit of saved texts, some 1.5 MB: more would make every start of the workflow slow. */
const maxTexts = 10_000;

/**
 * The same for the life of the process, by workflow and node: of two executions side by side, n8n keeps
 * what the last one saves, and it saves nothing of an execution that was started by hand.
 */
const ofProcess = new Map<string, Map<string, string>>();

/**
 * Texts by key that n8n saves with the workflow when an execution ends that was not started by hand:
 * the latest 10,000. They can be missing, so nothing may depend on them.
 */
export class SavedTexts {
  readonly #name: string;
  readonly #data: Record<string, unknown>;
  readonly #all: Map<string, string>;
  #isChanged = false;

  /** `name` is their place in what n8n saves for the node. */
  constructor(context: IExecuteFunctions, name: string) {
    this.#name = name;
    this.#data = context.getWorkflowStaticData('node');
    const node = `${String(context.getWorkflow().id)}/${context.getNode().id}/${name}`;
    this.#all = ofProcess.get(node) ?? new Map<string, string>();
    ofProcess.set(node, this.#all);
    for (const [key, text] of Object.entries(this.#saved())) {
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
    // At the end, so that it counts as the latest.
    this.#all.delete(key);
    this.#all.set(key, text);
  }

  /** Lets n8n save them when the execution ends. */
  save(): void {
    // A worker in queue mode may not have been given what is saved: it would replace it with nothing.
    const given = Object.keys(this.#saved()).length;
    if (!this.#isChanged && given >= this.#all.size) return;
    const surplus = this.#all.size - maxTexts;
    for (const key of this.keys().slice(0, Math.max(0, surplus))) this.#all.delete(key);
    this.#data[this.#name] = Object.fromEntries(this.#all);
    this.#isChanged = false;
  }

  #saved(): Record<string, string> {
    return (this.#data[this.#name] ?? {}) as Record<string, string>;
  }
}
