import { z } from 'zod/v4';
import type { Coded } from './coded.js';
import type { InputMessage } from './inputMessages.js';
import { inputWording } from './inputWords.js';

function toSchema<Shapes extends Readonly<Record<string, z.ZodObject>>>(shapes: Shapes) {
  const options = Object.entries(shapes).map(([code, shape]) =>
    shape.extend({ code: z.literal(code) }),
  );
  return z.discriminatedUnion(
    'code',
    options as [(typeof options)[number]],
  ) as unknown as z.ZodType<Coded<Values<Shapes>>>;
}

type Values<Shapes extends Readonly<Record<string, z.ZodObject>>> = {
  readonly [Code in keyof Shapes]: keyof Shapes[Code]['shape'] extends never
    ? object
    : Readonly<z.infer<Shapes[Code]>>;
};

const directFaults = {
  connectionRefused: z.object({}),
  hostUnknown: z.object({}),
  /** The name server did not answer. */
  hostNotLookedUp: z.object({}),
  connectionReset: z.object({}),
  connectionClosed: z.object({}),
  connectingTimedOut: z.object({}),
  networkUnreachable: z.object({}),
  hostUnreachable: z.object({}),
  filesOpen: z.object({ isWholeMachine: z.boolean() }),
  certificateExpired: z.object({}),
  certificateNotYetValid: z.object({}),
  certificateOfOtherHost: z.object({}),
  certificateUntrusted: z.object({}),
  certificateSelfSigned: z.object({}),
  /** The answer to the TLS handshake was not TLS. */
  notHttps: z.object({}),
  /** `detail` is OpenSSL's name of the fault. */
  handshakeFailed: z.object({ detail: z.string().optional() }),
  timedOut: z.object({ seconds: z.number() }),
  answerTooLong: z.object({}),
  cancelled: z.object({}),
  clientClosed: z.object({}),
  /** Words of the system, or of a transport. */
  other: z.object({ text: z.string() }),
};
/** A reason why a connection failed, to the service or to a proxy. */
export type DirectFault = Coded<Values<typeof directFaults>>;

/** `proxy` is the URL of the proxy, without a login. */
const proxyAnswer = z.object({ proxy: z.string(), httpStatus: z.number() });

const faults = {
  ...directFaults,
  /** The proxy was not reached, or sent no valid answer. */
  proxyFailed: z.object({ proxy: z.string(), fault: toSchema(directFaults) }),
  /** TLS failed over a connection that the proxy reported. */
  tunnelFailed: z.object({ proxy: z.string(), host: z.string(), fault: toSchema(directFaults) }),
  proxyForbidsHost: proxyAnswer.extend({ host: z.string() }),
  proxyDidNotConnect: proxyAnswer.extend({ host: z.string() }),
  proxyLoginMissing: proxyAnswer,
  proxyLoginRefused: proxyAnswer,
  /** `kinds` lists the kinds of login that the proxy requires, such as NTLM. */
  proxyLoginUnsupported: proxyAnswer.extend({ kinds: z.array(z.string()).readonly() }),
  proxyAnswered: proxyAnswer,
};
export const connectionFaultSchema = toSchema(faults);
/** The values of the reasons why a connection failed, by code. */
export type ConnectionFaults = Values<typeof faults>;
/** A reason why a connection failed. */
export type ConnectionFault = Coded<ConnectionFaults>;

const bodyFaults = {
  unknownEncoding: z.object({ encoding: z.string() }),
  /** The body does not have the encoding of its header. */
  wrongEncoding: z.object({ encoding: z.string() }),
  tooLong: z.object({ megabytes: z.number() }),
  /** Words of a transport, to complete "The answer …". */
  other: z.object({ text: z.string() }),
};
const bodyFaultSchema = toSchema(bodyFaults);
/** The values of the reasons why a body cannot be read, by code. */
export type BodyFaults = Values<typeof bodyFaults>;
/** A reason why the body of an answer cannot be read. */
export type BodyFault = Coded<BodyFaults>;

const contents = {
  empty: z.object({}),
  webPage: z.object({}),
  /** The beginning of another text. */
  text: z.object({ text: z.string() }),
};
const contentSchema = toSchema(contents);
export type Contents = Values<typeof contents>;
export type Content = Coded<Contents>;

const remedies = {
  accountMayExist: z.object({}),
  checkBaseUrl: z.object({}),
  /** The remedy for a failed TLS handshake. */
  checkAddress: z.object({}),
  /** `isSet` is true if NODE_EXTRA_CA_CERTS names a file. */
  trustAuthority: z.object({ isSet: z.boolean() }),
  createClient: z.object({}),
  /** `variable` is the environment variable or setting with the URL of the proxy. */
  checkProxy: z.object({ variable: z.string(), isHttps: z.boolean() }),
  /** The remedy if TLS failed over a connection of the proxy. */
  checkTunnel: z.object({ variable: z.string(), host: z.string() }),
  allowHost: z.object({ host: z.string() }),
  checkHostName: z.object({}),
  checkKindOfProxy: z.object({ variable: z.string(), host: z.string() }),
  askForOtherLogin: z.object({}),
  setProxyLogin: z.object({ variable: z.string(), proxy: z.string() }),
  correctProxyLogin: z.object({ variable: z.string(), proxy: z.string() }),
  other: z.object({ text: z.string() }),
};
export const remedySchema = toSchema(remedies);
/** The values of the remedies, by code. */
export type RequestRemedies = Values<typeof remedies>;
/** A remedy that is more specific than the usual advice on a failure. */
export type RequestRemedy = Coded<RequestRemedies>;

/** A time span, or its end as an ISO 8601 time. */
const waitSchema = z.union([z.object({ seconds: z.number() }), z.object({ until: z.string() })]);
export type StatedWait = Readonly<z.infer<typeof waitSchema>>;

/** `label` is missing for a field that is not an input of the operation. */
const fieldErrorSchema = z.object({
  field: z.string(),
  label: z.string().optional(),
  message: z.string(),
});

/** The issues of response schemas have these codes as messages. */
const breachFaults = [
  'missing',
  /** The result of the other purpose is missing, too. */
  'missingWithOther',
  'notNumber',
  'belowZero',
  'aboveTen',
  'notText',
  'tooLong',
  'ofOtherAssessment',
  'different',
] as const;
export type BreachFault = (typeof breachFaults)[number];

const answers = {
  /** The words of the service. `errors` are its texts about fields, which `text` contains, too. */
  service: z.object({ text: z.string(), errors: z.array(fieldErrorSchema).readonly().optional() }),
  /** An HTTP status other than 2xx, with words of the service or of its platform. */
  statusWithWords: z.object({ httpStatus: z.number(), text: z.string() }),
  status: z.object({
    httpStatus: z.number(),
    content: contentSchema.optional(),
    unreadable: bodyFaultSchema.optional(),
    wait: waitSchema.optional(),
  }),
  notReached: z.object({ fault: connectionFaultSchema }),
  noAnswer: z.object({ fault: connectionFaultSchema }),
};
const answerSchema = toSchema(answers);
export type AnswerMessage = Coded<Values<typeof answers>>;

const messages = {
  ...answers,
  cancelled: z.object({}),
  /** A success where only a refusal was possible. */
  unexpectedSuccess: z.object({}),
  testEnvironmentOnly: z.object({ operation: z.string() }),
  invalidInputs: z.object({
    problems: z
      .array(z.object({ label: z.string(), message: z.custom<InputMessage>(isInputMessage) }))
      .readonly(),
  }),
  cutShort: z.object({}),
  unreadableBody: z.object({ fault: bodyFaultSchema }),
  brokenJson: z.object({ fault: z.enum(['incomplete', 'followedByText', 'invalid']) }),
  notJson: z.object({ content: contentSchema }),
  statusMissing: z.object({ text: z.string().optional() }),
  unknownStatus: z.object({ status: z.string() }),
  errorWithoutReason: z.object({}),
  errorWithSuccess: z.object({}),
  successWithoutSuccess: z.object({}),
  successWithStatus: z.object({ httpStatus: z.number() }),
  errorWithId: z.object({ name: z.string(), id: z.string(), answer: answerSchema }),
  contractBroken: z.object({
    breaches: z
      .array(
        z.object({
          field: z.string(),
          fault: z.enum(breachFaults),
          /** The number in place of text. */
          number: z.number().optional(),
        }),
      )
      .readonly(),
  }),
  other: z.object({ text: z.string() }),
};
export const requestMessageSchema = toSchema(messages);
/** See `requestWording` for the English words. */
export type RequestMessages = Values<typeof messages>;
/** A message about a request or its answer. */
export type RequestMessage = Coded<RequestMessages>;

export type Breach = RequestMessages['contractBroken']['breaches'][number];

function isInputMessage(value: unknown): boolean {
  const { code } = (value ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && Object.hasOwn(inputWording, code);
}
