import { Type } from 'typebox'
import { IdempotencyHeader, ListQuery, listOf, refusals } from '../../engine/http/index.ts'
import { titleLengthMax } from './rules.ts'

/** The shapes of the wire, in the specification's own words, and of the console, in ours. */

export const sortedBy = ['id', 'sms_title', 'message', 'created'] as const

const example = { id: '1', sms_title: 'Welcome', message: 'Hello {first_name}, welcome to Ngoma.', created: '2026-01-31T08:00:00.000Z' }

/** Also the order in which an answer is written, the first time and when it is repeated. */
const Template = Type.Object(
  { id: Type.String(), sms_title: Type.String(), message: Type.String(), created: Type.String({ description: 'ISO 8601' }) },
  { additionalProperties: false, examples: [example] },
)

const TemplateReply = Type.Object({ data: Template }, { additionalProperties: false })

const title = { description: `at most ${titleLengthMax} characters` }
const text = { description: 'may have placeholders such as {first_name}' }

const NewBody = Type.Object(
  { sms_title: Type.String(title), message: Type.String(text) },
  { examples: [{ sms_title: example.sms_title, message: example.message }] },
)
const ChangeBody = Type.Object({ sms_title: Type.Optional(Type.String(title)), message: Type.Optional(Type.String(text)) })

const Said = Type.Object({ code: Type.Integer(), message: Type.String() }, { additionalProperties: false })
const inData = (description: string) => ({ ...Type.Object({ data: Said }), description })
const missing = { 404: inData('The account has no such template: code 123.') }

const Params = Type.Object({ id: Type.String({ description: 'digits' }) })

export const listSchema = {
  summary: 'List SMS templates',
  querystring: ListQuery(sortedBy, { q: Type.Optional(Type.String({ description: 'somewhere in the title, in upper or lower case' })) }),
  response: { 200: { ...listOf(Template), description: 'A page of them.' }, ...refusals(400, 401, 429, 503) },
}

export const createSchema = {
  summary: 'Create an SMS template',
  description: 'Refused with code 104 for the title or a missing message, 109 for a message that is too long, 113 for a body that can not be read.',
  headers: IdempotencyHeader,
  body: NewBody,
  response: { 200: { ...TemplateReply, description: 'It was created.' }, ...refusals(400, 401, 409, 413, 415, 429, 503) },
}

export const changeSchema = {
  summary: 'Change an SMS template',
  description: 'What is left out stays as it is.',
  params: Params,
  body: ChangeBody,
  response: { 200: { ...TemplateReply, description: 'As it is now.' }, ...refusals(400, 401, 413, 415, 429, 503), ...missing },
}

export const removeSchema = {
  summary: 'Delete an SMS template',
  params: Params,
  response: {
    200: { ...Said, description: 'It was deleted: code 128.' },
    ...refusals(400, 401, 429, 503),
    ...missing,
    500: inData('It could not be deleted: code 127.'),
  },
}

/** No message has more: 255 segments of 153 septets. How many there may be is a setting, and judged by it. */
const textLengthMax = 255 * 153

const Title = Type.String({ minLength: 1, maxLength: titleLengthMax, pattern: '\\S' })
const Text = Type.String({ minLength: 1, maxLength: textLengthMax })

export const TemplateBody = Type.Object({ title: Title, text: Text })
export const TemplateChangeBody = Type.Object({ title: Type.Optional(Title), text: Type.Optional(Text) })
