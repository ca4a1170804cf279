import { objectOf } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { Created, Id, idParams, ListQuery, optionalText, pageOf } from './shapes.ts'
import { messageLengthMax } from './sms.ts'

export const titleLengthMax = 100

/** The order of the fields is also their order in every response, including repeated ones. */
export const Template = objectOf({ id: Id, sms_title: Type.String(), message: Type.String(), created: Created })
export type Template = Static<typeof Template>

export const TemplateReply = objectOf({ data: Template })
export type TemplateReply = Static<typeof TemplateReply>

const title = { maxLength: titleLengthMax, description: `at most ${titleLengthMax} characters` }
const text = { maxLength: messageLengthMax, description: 'may have placeholders such as {first_name}' }

export const TemplateBody = Type.Object({ sms_title: Type.String(title), message: Type.String(text) })
export type TemplateBody = Static<typeof TemplateBody>

/** Missing fields keep their value. */
export const TemplateChange = Type.Object({
  sms_title: Type.Optional(Type.String(title)),
  message: Type.Optional(Type.String(text)),
})

export const TemplateParams = idParams('id')

export const TemplateDeleted = objectOf({ code: Type.Integer(), message: Type.String() })
export type TemplateDeleted = Static<typeof TemplateDeleted>

export const templateSortFields = ['id', 'sms_title', 'message', 'created'] as const

export const TemplatesQuery = ListQuery(templateSortFields, {
  q: optionalText('part of the title, ignoring case', 'welcome'),
})

export const Templates = pageOf(Template)
