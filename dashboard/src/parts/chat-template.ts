import type { ChatTemplate } from '../../../src/contract/account/chat.ts'

/** Templates of chat channels, as far as people can fill them in. */

/** A chosen template and the texts for its placeholders. */
export interface ChosenTemplate {
  readonly key: string | null
  readonly texts: Readonly<Record<string, string>>
}

export const noTemplate: ChosenTemplate = { key: null, texts: {} }

export const keyOf = ({ name, language }: ChatTemplate) => `${name} ${language}`

export const textIn = ({ components }: ChatTemplate, type: string): string => {
  const text = components.find((one) => one.type === type)?.text
  return typeof text === 'string' ? text : ''
}

const placeholder = /\{\{\s*(\w{1,64})\s*\}\}/g

/** The parts with placeholders. */
export const filledParts = ['HEADER', 'BODY'] as const

/** Placeholders such as {{1}} or {{name}}, each once. */
export const placesOf = (text: string) => [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))]

/** Templates with a file in the header, or a placeholder in a button, need a program. */
export const isSimple = ({ components }: ChatTemplate) =>
  components.every(({ type, format, buttons }) =>
    type === 'HEADER' ? format === undefined || format === 'TEXT' : !JSON.stringify(buttons ?? []).includes('{{'),
  )

const parameterOf = (name: string, text: string) => ({
  type: 'text',
  parameter_name: /^\d+$/.test(name) ? undefined : name,
  text,
})

/** The body of the request; null while a text is missing. */
export function templateBody(templates: readonly ChatTemplate[], { key, texts }: ChosenTemplate) {
  const template = templates.find((one) => keyOf(one) === key)
  if (template === undefined) return null
  const components = filledParts.flatMap((part) => {
    const places = placesOf(textIn(template, part))
    return places.length === 0
      ? []
      : [
          {
            type: part.toLowerCase(),
            parameters: places.map((name) => parameterOf(name, (texts[`${part} ${name}`] ?? '').trim())),
          },
        ]
  })
  const isFilled = components.every(({ parameters }) => parameters.every(({ text }) => text !== ''))
  const { name, language } = template
  return isFilled ? { name, language, ...(components.length === 0 ? {} : { components }) } : null
}

/** The texts of a template with the values that were typed. */
export const previewOf = (template: ChatTemplate, { texts }: ChosenTemplate): string =>
  ['HEADER', 'BODY', 'FOOTER']
    .map((part) =>
      textIn(template, part).replace(placeholder, (whole, name: string) => texts[`${part} ${name}`]?.trim() || whole),
    )
    .filter(Boolean)
    .join('\n')
