import { Textarea, type TextareaProps } from '@mantine/core'
import { parseHeaderLines } from '../../../../src/values/header-lines.ts'
import { fill, t } from '../../text.ts'

/** The validation error of the lines; null when they are valid. */
export const judgeHeaderLines = (text: string) =>
  parseHeaderLines(text) === null ? t.webhooks.form.headersInvalid : null

/** The `headers` of a request body; absent when no line was entered. */
export function headersIn(text: string): { readonly headers?: Record<string, string | null> } {
  const headers = parseHeaderLines(text) ?? {}
  return Object.keys(headers).length === 0 ? {} : { headers }
}

/** Request headers for every call. `kept`: the names of the saved headers. */
export function HeaderLines({ kept = [], ...props }: { readonly kept?: readonly string[] } & TextareaProps) {
  const saved = kept.length === 0 ? '' : ` ${fill(t.webhooks.form.headersKept, { names: kept.join(', ') })}`
  return (
    <Textarea
      label={t.webhooks.form.headers}
      description={`${t.webhooks.form.headersHelp}${saved}`}
      placeholder="Authorization: Bearer …"
      autosize
      minRows={2}
      classNames={{ input: 'code' }}
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  )
}
