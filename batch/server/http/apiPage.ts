import { createOpenApiDocument } from './openapi.js';
import type { Route } from './route.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: Schema;
  readonly format?: string;
  readonly default?: unknown;
}

/** Returns the text of docs/api.md. */
export function renderApiPage(routes: readonly Route[]): string {
  const document = createOpenApiDocument(routes, '') as unknown as {
    components: { schemas: Record<string, Schema> };
  };
  const topics = [...new Set(routes.map(({ topic }) => topic))];
  return `# The API of \`rwa serve\`

Everything that the page does goes through this API. A running server shows it as an OpenAPI document at \`/api/openapi.json\`. \`npm run api\` writes this page from the declared routes, and a test checks that it is current.

Programs use a personal access token, which a member creates on the page under *Profile*: \`Authorization: Bearer rwa_…\`. It has the rights of its role, and never more than its member has.

<!-- tried: api-commands -->
\`\`\`bash
curl -H "Authorization: Bearer $RWA_SERVE_TOKEN" http://127.0.0.1:4020/api/sheets
curl -H "Authorization: Bearer $RWA_SERVE_TOKEN" -T hires.xlsx "http://127.0.0.1:4020/api/sheets?name=hires.xlsx"
\`\`\`

Behind a proxy, use the address of \`--behind\`, such as \`https://rwa.example.com/api/sheets\`. The server answers under this name only: a request to its own port needs the name as well.

<!-- tried: api-behind -->
\`\`\`bash
curl -H "Authorization: Bearer $RWA_SERVE_TOKEN" https://rwa.example.com/api/sheets
curl -H "Authorization: Bearer $RWA_SERVE_TOKEN" -H "Host: rwa.example.com" http://127.0.0.1:4020/api/sheets
\`\`\`

A viewer may *look*, an editor *look* and *edit*, an approver *look* and *decide*; an administrator may do everything. Every refusal is \`{"error": {"code", "message", "field"?}}\` with an HTTP status of 400 or more, and its message is in the language of the member, or before a sign-in in that of \`Accept-Language\`; after 429 and 503 wait for the seconds in \`Retry-After\`. A request with a 503 without this header may have taken effect: check this before you repeat the request. Each answer has an \`X-Request-Id\`, by which the person who runs the server finds it in the log; a request may set it. Times are ISO 8601 in UTC, rows are numbered as the spreadsheet shows them.

${topics.map((topic) => describeTopic(topic, routes)).join('\n\n')}

## What is sent and answered

${Object.entries(document.components.schemas)
  .map(([name, schema]) => describeSchema(name, schema))
  .join('\n\n')}
`;
}

function describeTopic(topic: string, routes: readonly Route[]): string {
  const rows = routes
    .filter((route) => route.topic === topic)
    .map((route) => {
      const document = createOpenApiDocument([route], '') as unknown as {
        paths: Record<string, Record<string, Operation>>;
      };
      const operation = Object.values(Object.values(document.paths)[0] ?? {})[0];
      return `| \`${route.method} ${formatAddress(route)}\` | ${route.summary} | ${route.requires === 'none' ? '' : route.requires} | ${describeBody(route, operation)} | ${describeAnswer(route, operation)} |`;
    });
  const heading = ['| request | what it does | needs | sent | answered |', '|---|---|---|---|---|'];
  return `## ${topic}\n\n${[...heading, ...rows].join('\n')}`;
}

interface Operation {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

function formatAddress({ path, query }: Route): string {
  const names = Object.keys(query?.shape ?? {});
  return names.length === 0 ? path : `${path}?${names.join('&')}`;
}

function describeBody({ takesFile }: Route, operation: Operation | undefined): string {
  if (takesFile === true) return 'the file';
  const schema = operation?.requestBody?.content['application/json']?.schema;
  return schema === undefined ? '' : formatType(schema);
}

function describeAnswer({ answersWith }: Route, operation: Operation | undefined): string {
  if (answersWith !== undefined) return `\`${answersWith}\``;
  const schema = operation?.responses['200']?.content?.['application/json']?.schema;
  return schema === undefined ? '' : formatType(schema);
}

function describeSchema(name: string, schema: Schema): string {
  const { properties, required = [] } = schema;
  if (properties === undefined) return `### ${name}\n\n${formatType(schema)}`;
  const rows = Object.entries(properties).map(([field, type]) => {
    const optional = required.includes(field) ? '' : '?';
    return `| \`${field}${optional}\` | ${formatType(type)} | ${escapePipes(type.description ?? '')} |`;
  });
  return `### ${name}\n\n${['| field | type | |', '|---|---|---|', ...rows].join('\n')}`;
}

function formatType(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${name}](#${name.toLowerCase()})`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => formatType(choice)).join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.items !== undefined) return `list of ${formatType(schema.items)}`;
  if (schema.properties !== undefined) {
    const fields = Object.entries(schema.properties).map(
      ([name, type]) =>
        `\`${name}${schema.required?.includes(name) === true ? '' : '?'}\`: ${formatType(type)}`,
    );
    return `{ ${fields.join(', ')} }`;
  }
  if (schema.additionalProperties !== undefined)
    return `map of ${formatType(schema.additionalProperties)}`;
  return schema.format === 'date-time' ? 'time' : (schema.format ?? schema.type ?? 'any');
}

function escapePipes(text: string): string {
  return text.replaceAll('|', '\\|');
}
