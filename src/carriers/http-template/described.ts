import type { DescribedSettings } from '../../values/kind-description.ts'
import { methods } from './fill.ts'

/** Descriptions of the settings that all providers with request templates share. */

export const describedPath = { type: 'string', default: '' } as const

/** The values in a response that mean a state. */
export const describedValues = { type: 'array', items: { type: ['string', 'number', 'boolean'] } } as const

/** `placeholders` names some of them, such as `{phone} and {text}`. */
export const describeRequest = (placeholders: string) =>
  ({
    url: { type: 'string', title: 'URL', description: `May contain placeholders such as ${placeholders}.` },
    method: {
      type: 'string',
      enum: methods,
      title: 'Method',
      description: 'Default: POST with a body, otherwise GET.',
    },
    headers: {
      type: 'object',
      title: 'Headers',
      description: 'May contain placeholders.',
      additionalProperties: { type: 'string' },
    },
    body: { title: 'Body', description: 'A text, or an object that is sent as JSON. May contain placeholders.' },
  }) as const satisfies DescribedSettings
