import { Type } from 'typebox'
import {
  Created,
  type Described,
  Id,
  IdempotencyHeader,
  idParams,
  ListQuery,
  listOf,
  optionalText,
} from '../../engine/http/index.ts'
import { invalidParameter, showPage } from '../../values/page.ts'
import { missingParameter, templateMissing, textTooLong, titleTooLong } from './errors.ts'
import { titleLengthMax } from './rules.ts'

/** The shapes of the wire, in the specification's own words. */

export const sortedBy = ['id', 'sms_title', 'message', 'created'] as const

/** Also the order in which an answer is written, the first time and when it is repeated. */
const Template = Type.Object(
  { id: Id, sms_title: Type.String(), message: Type.String(), created: Created },
  { additionalProperties: false },
)

const TemplateReply = Type.Object({ data: Template }, { additionalProperties: false })

const title = { description: `at most ${titleLengthMax} characters` }
const text = { description: 'may have placeholders such as {first_name}' }

const NewBody = Type.Object({ sms_title: Type.String(title), message: Type.String(text) })
const ChangeBody = Type.Object({
  sms_title: Type.Optional(Type.String(title)),
  message: Type.Optional(Type.String(text)),
})

const Deleted = Type.Object({ code: Type.Integer(), message: Type.String() }, { additionalProperties: false })

const Params = idParams('id')

const content = { sms_title: 'Welcome', message: 'Hello {first_name}, welcome to Ngoma.' }
const template = { id: '1', ...content, created: '2030-01-31T08:00:00.000Z' }
const shorter = { message: 'Welcome, {first_name}.' }
const badContent = [missingParameter('sms_title'), titleTooLong(), missingParameter('message'), textTooLong(256, 255)]

export const listSchema = {
  operationId: 'listTemplates',
  summary: 'List SMS templates',
  querystring: ListQuery(sortedBy, { q: optionalText('somewhere in the title, in upper or lower case', 'welcome') }),
  response: { 200: { ...listOf(Template), description: 'A page of them.' } },
  examples: { answer: { 'a page': showPage({ items: [template], total: 1 }, { page: 1, limit: 10 }) } },
  refused: [invalidParameter('sortOrder', 'one of asc, desc')],
} satisfies Described

export const createSchema = {
  operationId: 'createTemplate',
  summary: 'Create an SMS template',
  description:
    'Refused with code 104 for the title or a missing message, 109 for a message that is too long, 113 for a body that can not be read.',
  headers: IdempotencyHeader,
  body: NewBody,
  response: { 200: { ...TemplateReply, description: 'It was created.' } },
  examples: { body: { 'a template': content }, answer: { created: { data: template } } },
  refused: badContent,
} satisfies Described

export const changeSchema = {
  operationId: 'updateTemplate',
  summary: 'Change an SMS template',
  description: 'What is left out stays as it is.',
  params: Params,
  body: ChangeBody,
  response: { 200: { ...TemplateReply, description: 'As it is now.' } },
  examples: { body: { 'another text': shorter }, answer: { changed: { data: { ...template, ...shorter } } } },
  refused: [...badContent, templateMissing()],
} satisfies Described

export const removeSchema = {
  operationId: 'deleteTemplate',
  summary: 'Delete an SMS template',
  params: Params,
  response: { 200: { ...Deleted, description: 'It was deleted: code 128.' } },
  examples: { answer: { deleted: { code: 128, message: 'SMS Template Deleted Successfully' } } },
  refused: [templateMissing()],
} satisfies Described
