import { Select, TextInput } from '@mantine/core'
import { useAsk } from '../data.ts'
import type { Account } from '../session.tsx'
import { fill, t } from '../text.ts'
import { type ChosenTemplate, filledParts, isSimple, keyOf, placesOf, previewOf, textIn } from './chat-template.ts'
import { Problem } from './problem.tsx'
import { Note } from './text.tsx'

/** The server returns at most this many. */
const limit = 1_000

/** The approved templates that can be filled in here. */
export function useTemplates(account: Account, enabled = true) {
  const { data, error } = useAsk(
    'GET /v2/conversations/templates',
    { path: { account: account.id }, query: { limit } },
    { enabled },
  )
  const usable = data?.data.filter((one) => one.status === 'APPROVED' && isSimple(one)) ?? []
  // Two channels may have the same template, and Select throws on duplicate values.
  const templates = [...new Map(usable.map((one) => [keyOf(one), one])).values()]
  return { templates, error, isLoaded: data !== undefined }
}

interface TemplateFieldsProps {
  readonly account: Account
  readonly chosen: ChosenTemplate
  readonly onChange: (chosen: ChosenTemplate) => void
  /** The form was submitted before it was complete. */
  readonly isIncomplete?: boolean
}

/** Chooses a template and fills in its placeholders. */
export function TemplateFields({ account, chosen, onChange, isIncomplete = false }: TemplateFieldsProps) {
  const { templates, error, isLoaded } = useTemplates(account)
  const template = templates.find((one) => keyOf(one) === chosen.key)
  if (isLoaded && templates.length === 0) return <Note>{t.chat.noTemplates}</Note>
  return (
    <>
      <Problem error={error} />
      <Select
        label={t.chat.template}
        placeholder={t.chat.chooseTemplate}
        searchable
        data={templates.map((one) => ({ value: keyOf(one), label: `${one.name} (${one.language})` }))}
        value={chosen.key}
        error={isIncomplete ? t.chat.incomplete : null}
        onChange={(key) => onChange({ key, texts: {} })}
      />
      {template && (
        <>
          <Note style={{ whiteSpace: 'pre-wrap' }}>{previewOf(template, chosen)}</Note>
          {filledParts.flatMap((part) =>
            placesOf(textIn(template, part)).map((name) => (
              <TextInput
                key={`${part} ${name}`}
                label={fill(t.chat.placeholders[part], { name })}
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
