import { Type } from 'typebox'
import { titleLengthMax } from '../../contract/public/templates.ts'

/** The bodies of the console. */

/** No message has more: 255 segments of 153 septets. How many there may be is a setting, and judged by it. */
const textLengthMax = 255 * 153

const Title = Type.String({ minLength: 1, maxLength: titleLengthMax, pattern: '\\S' })
const Text = Type.String({ minLength: 1, maxLength: textLengthMax })

export const TemplateBody = Type.Object({ title: Title, text: Text })
export const TemplateChangeBody = Type.Object({ title: Type.Optional(Title), text: Type.Optional(Text) })
