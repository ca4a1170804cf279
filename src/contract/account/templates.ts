import { type Static, Type } from 'typebox'
import { titleLengthMax } from '../public/templates.ts'
import { Nothing, type RouteShapes } from '../route.ts'
import { listPageOf, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

/** The longest message has 255 segments of 153 septets. A setting may allow fewer. */
const textLengthMax = 255 * 153

export type Template = Static<typeof Template>
const Template = objectOf({
  id: Type.Integer(),
  title: Type.String(),
  text: Type.String(),
  /** Each placeholder once, in the order of first use, in lower case. */
  placeholders: Type.Array(Type.String()),
  /** The encoding of the template itself. With filled placeholders it may need more segments. */
  encoding: oneOf(['gsm', 'ucs2'] as const),
  segments: Type.Integer(),
  createdAt: Time,
})

const Title = Type.String({ minLength: 1, maxLength: titleLengthMax, pattern: '\\S' })
const Text = Type.String({ minLength: 1, maxLength: textLengthMax })

export const templateRoutes = {
  'GET /v2/templates': {
    query: queryOf('cursor', 'limit', 'sortBy', 'sortOrder', 'q'),
    answer: listPageOf(Template),
  },
  'GET /v2/templates/:template': { answer: Template },
  'POST /v2/templates': {
    body: objectOf({ title: Title, text: Text }),
    status: 201,
    answer: Template,
  },
  'PUT /v2/templates/:template': {
    body: objectOf({ title: Type.Optional(Title), text: Type.Optional(Text) }),
    answer: Template,
  },
  'DELETE /v2/templates/:template': { status: 204, answer: Nothing },
} as const satisfies RouteShapes
