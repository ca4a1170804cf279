import { titleLengthMax } from '../public/templates.ts'
import { resource, route } from '../route.ts'
import { described, objectOf, oneOf, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** The longest message has 255 parts of 153 septets. A setting may allow fewer. */
const textLengthMax = 255 * 153

export type Template = Static<typeof Template>
const Template = objectOf({
  id: Type.Integer(),
  title: Type.String(),
  text: Type.String(),
  /** Each placeholder once, in the order of first use, in lower case. */
  placeholders: Type.Array(Type.String()),
  /** The encoding of the template itself. With filled placeholders it may need more parts. */
  encoding: oneOf(['gsm', 'ucs2'] as const),
  parts: Type.Integer(),
  createdAt: Time,
})

const Title = described(
  Type.String({ minLength: 1, maxLength: titleLengthMax, pattern: '\\S' }),
  'a title to find it by',
)
const Text = described(
  Type.String({ minLength: 1, maxLength: textLengthMax }),
  'may have placeholders, such as {points}',
)

export const templates = resource('templates', 'templates', {
  list: route('GET /v2/templates', 'viewer', 'List templates', {
    columns: 'id, title, parts, createdAt, text',
    names: ['title'],
    ...pagesOf(Template, 'sortBy', 'sortOrder', 'q'),
  }),
  get: route('GET /v2/templates/:template', 'viewer', 'Get a template', { answer: Template }),
  create: route('POST /v2/templates', 'member', 'Create a template', {
    does: 'template.create',
    body: objectOf({ title: Title, text: Text }),
    example: { title: 'Points', text: 'Habari {first_name}, una pointi {points}.' },
    status: 201,
    answer: Template,
    problems: ['invalid_message'],
  }),
  update: route('PUT /v2/templates/:template', 'member', 'Change a template', {
    does: 'template.change',
    body: objectOf({ title: Type.Optional(Title), text: Type.Optional(Text) }),
    example: { text: 'Habari {first_name}, karibu tena.' },
    answer: Template,
    problems: ['invalid_message'],
  }),
  delete: route('DELETE /v2/templates/:template', 'member', 'Delete a template', { does: 'template.remove' }),
})
