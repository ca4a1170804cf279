import { Select, Text, TextInput } from '@mantine/core'
import type { ChatTemplate } from '../../../../src/contract/account/chat.ts'
import { useAsk } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** A chosen template and the texts for its placeholders. */
export interface ChosenTemplate {
  readonly key: string | null
  readonly texts: Readonly<Record<string, string>>
}

export const noTemplate: ChosenTemplate = { key: null, texts: {} }

/** The server returns at most this many. */
const limit = 1_000

const keyOf = ({ name, language }: ChatTemplate) => `${name} ${language}`

const textIn = ({ components }: ChatTemplate, type: string): string => {
  const text = components.find((one) => one.type === type)?.text
  return typeof text === 'string' ? text : ''
}

/** Placeholders such as {{1}} or {{name}}, each once. */
const placesOf = (text: string) => [
  ...new Set([...text.matchAll(/\{\{\s*(\w{1,64})\s*\}\}/g)].map(([, name = '']) => name)),
]

/** Templates with a file in the header, or a placeholder in a button, need a program. */
const isSimple = ({ components }: ChatTemplate) =>
  components.every(({ type, format, buttons }) =>
    type === 'HEADER' ? format === undefined || format === 'TEXT' : !JSON.stringify(buttons ?? []).includes('{{'),
  )

/** The approved templates that can be filled in here. */
export function useTemplates(account: Account) {
  const { data, error } = useAsk('GET /v2/chat/templates', {
    path: { account: account.id },
    query: { limit },
  })
  const templates = data?.data.filter((one) => one.status === 'APPROVED' && isSimple(one)) ?? []
  return { templates, error, isLoaded: data !== undefined }
}

const parameterOf = (name: string, text: string) => ({
  type: 'text',
  ...(/^\d+$/.test(name) ? {} : { parameter_name: name }),
  text,
})

/** The body of the request; null while a text is missing. */
export function templateBody(templates: readonly ChatTemplate[], { key, texts }: ChosenTemplate) {
  const template = templates.find((one) => keyOf(one) === key)
  if (template === undefined) return null
  const components = (['HEADER', 'BODY'] as const).flatMap((part) => {
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

interface TemplateFieldsProps {
  readonly account: Account
  readonly chosen: ChosenTemplate
  readonly onChange: (chosen: ChosenTemplate) => void
}

/** Chooses a template and fills in its placeholders. */
export function TemplateFields({ account, chosen, onChange }: TemplateFieldsProps) {
  const { templates, error, isLoaded } = useTemplates(account)
  const template = templates.find((one) => keyOf(one) === chosen.key)
  if (isLoaded && templates.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t.chat.noTemplates}
      </Text>
    )
  return (
    <>
      <Problem error={error} />
      <Select
        label={t.chat.template}
        placeholder={t.chat.chooseTemplate}
        searchable
        data={templates.map((one) => ({ value: keyOf(one), label: `${one.name} (${one.language})` }))}
        value={chosen.key}
        onChange={(key) => onChange({ key, texts: {} })}
      />
      {template && (
        <>
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
            {[textIn(template, 'HEADER'), textIn(template, 'BODY'), textIn(template, 'FOOTER')]
              .filter(Boolean)
              .join('\n')}
          </Text>
          {(['HEADER', 'BODY'] as const).flatMap((part) =>
            placesOf(textIn(template, part)).map((name) => (
              <TextInput
                key={`${part} ${name}`}
                label={fill(t.chat.placeholder, { name })}
                maxLength={1_024}
                value={chosen.texts[`${part} ${name}`] ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  onChange({ ...chosen, texts: { ...chosen.texts, [`${part} ${name}`]: value } })
                }
              />
            )),
          )}
        </>
      )}
    </>
  )
}
