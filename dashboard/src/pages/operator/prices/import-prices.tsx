import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { ask, Refused } from '../../../api.ts'
import { t } from '../../../operator-text.ts'
import { ImportDialog, InvalidRows } from '../../../parts/import-numbers.tsx'
import { showCount } from '../../../parts/text.tsx'
import { fill } from '../../../text.ts'

/** Invalid rows in an error; the first row after the header is 1. */
interface Bad {
  readonly rows: readonly { readonly row: number; readonly reason: string }[]
  readonly invalid: number
}

const example = 'product,prefix,price,account,currency,valid_from\nSMS,255,22.5,,TZS,\nSMS,25571,20,7,TZS,2030-01-31'

/** Imports a whole price list, or nothing when a row is invalid. */
export function ImportPrices({ close }: { readonly close: () => unknown }) {
  const [replace, setReplace] = useState(false)
  return (
    <ImportDialog
      title={t.prices.importTitle}
      about={t.prices.importAbout}
      example={example}
      refreshes="/prices"
      close={close}
      submit={t.prices.importTitle}
      send={(file) => ask('POST /prices/import', { query: { replace } }, { file })}
      done={({ rows, removed }) =>
        removed === 0 ? fill(t.prices.imported, { rows }) : fill(t.prices.importedReplaced, { rows, removed })
      }
      showError={showBadRows}
    >
      <Checkbox
        label={t.prices.replace}
        description={t.prices.replaceAbout}
        checked={replace}
        onChange={({ currentTarget }) => setReplace(currentTarget.checked)}
      />
    </ImportDialog>
  )
}

function showBadRows(error: Error) {
  const { rows, invalid } = ((error instanceof Refused && error.answer) || {}) as Partial<Bad>
  if (rows === undefined || invalid === undefined) return null
  return (
    <InvalidRows
      title={
        rows.length < invalid
          ? fill(t.prices.invalidRowsFirst, { count: invalid, shown: rows.length })
          : fill(t.prices.invalidRows, { count: invalid })
      }
      heads={[t.numberFiles.row, t.prices.error]}
      rows={rows.map(({ row, reason }) => [showCount(row), reason])}
      about={t.prices.rowsAbout}
    />
  )
}
