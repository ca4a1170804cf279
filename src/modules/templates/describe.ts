import { IdempotencyHeader } from '../../contract/public/shapes.ts'
import {
  TemplateBody,
  TemplateChange,
  TemplateDeleted,
  TemplateParams,
  TemplateReply,
  Templates,
  TemplatesQuery,
} from '../../contract/public/templates.ts'
import type { Described } from '../../engine/http/index.ts'
import { invalidParameter, showPage } from '../../values/page.ts'
import { missingParameter, templateMissing, textTooLong, titleTooLong } from './errors.ts'

const content = { sms_title: 'Welcome', message: 'Hello {first_name}, welcome to Ngoma.' }
const template = { id: '1', ...content, created: '2030-01-31T08:00:00.000Z' }
const shorter = { message: 'Welcome, {first_name}.' }
const badContent = [
  missingParameter('sms_title'),
  titleTooLong(),
  missingParameter('message'),
  textTooLong(256, 255, 'segments'),
]

export const listSchema = {
  operationId: 'listTemplates',
  summary: 'List SMS templates',
  description: 'Lists the templates of the account, newest first.',
  querystring: TemplatesQuery,
  response: { 200: { ...Templates, description: 'A page of templates.' } },
  examples: { answer: { 'a page': showPage({ items: [template], total: 1 }, { page: 1, limit: 10 }) } },
  refused: [invalidParameter('sortOrder', 'one of asc, desc')],
} satisfies Described

export const createSchema = {
  operationId: 'createTemplate',
  summary: 'Create an SMS template',
  description:
    'Code 104: invalid title or missing message; 109: the message is too long; 113: the body cannot be parsed.',
  headers: IdempotencyHeader,
  body: TemplateBody,
  response: { 200: { ...TemplateReply, description: 'The created template.' } },
  examples: { body: { 'a template': content }, answer: { created: { data: template } } },
  refused: badContent,
} satisfies Described

export const changeSchema = {
  operationId: 'updateTemplate',
  summary: 'Change an SMS template',
  description: 'Fields that are left out keep their value.',
  params: TemplateParams,
  body: TemplateChange,
  response: { 200: { ...TemplateReply, description: 'The changed template.' } },
  examples: { body: { 'another text': shorter }, answer: { changed: { data: { ...template, ...shorter } } } },
  refused: [...badContent, templateMissing()],
} satisfies Described

export const removeSchema = {
  operationId: 'deleteTemplate',
  summary: 'Delete an SMS template',
  description: 'Deletes a template. Messages that were sent with it stay.',
  params: TemplateParams,
  response: { 200: { ...TemplateDeleted, description: 'The template is deleted: code 128.' } },
  examples: { answer: { deleted: { code: 128, message: 'SMS Template Deleted Successfully' } } },
  refused: [templateMissing()],
} satisfies Described
