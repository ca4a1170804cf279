import { Textarea, type TextareaProps } from '@mantine/core'
import { parseHeaderLines } from '../../../../src/values/header-lines.ts'

/** Why the lines can't be read; null when they can. */
export const judgeHeaderLines = (text: string) =>
  parseHeaderLines(text) === null ? 'Write one header per line, as Name: value, and each name once.' : null

/** As a body has them: nothing when nothing was written. */
export function headersIn(text: string): { readonly headers?: Record<string, string | null> } {
  const headers = parseHeaderLines(text) ?? {}
  return Object.keys(headers).length === 0 ? {} : { headers }
}

/** Request headers for every call. `kept` are the names of those that the endpoint has. */
export function HeaderLines({ kept = [], ...props }: { readonly kept?: readonly string[] } & TextareaProps) {
  const change =
    kept.length === 0
      ? ''
      : ` Saved: ${kept.join(', ')}. Headers that you leave out stay as they are; a name without a value removes its header.`
  return (
    <Textarea
      label="Request headers"
      description={`Sent with every call, such as Authorization. One per line, as Name: value; up to 10. Values are encrypted and never shown again.${change}`}
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
