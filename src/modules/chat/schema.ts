import { Type } from 'typebox'
import { textLengthMax } from '../../contract/public/chat.ts'

/** The bodies of the console. */

export const ReplyBody = Type.Object({ text: Type.String({ minLength: 1, maxLength: textLengthMax, pattern: '\\S' }) })
