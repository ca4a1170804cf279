import { Alert, Button, Group, Stack } from '@mantine/core'
import type { LedgerFault, LedgerState } from '../../../../../src/contract/console/balance.ts'
import { ask } from '../../../api.ts'
import { useAsk, useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { Icon } from '../../../parts/icon.tsx'
import { Rows } from '../../../parts/listing.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Section } from '../../../parts/section.tsx'
import { Amount, Note } from '../../../parts/text.tsx'
import { fill } from '../../../text.ts'

/** Checks all balances against the ledger. */
export function Ledger() {
  const check = useChange(() => ask('GET /ledger/check', {}))
  const { data: system } = useAsk('GET /system', {})
  return (
    <Section title={t.system.ledger} about={t.system.ledgerAbout}>
      {system?.database.engine === 'embedded' && <Note>{t.system.ledgerBlocks}</Note>}
      <Group>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate(undefined)}>
          {t.system.checkLedger}
        </Button>
      </Group>
      <Problem error={check.error} />
      {check.data && check.error === null && <Result state={check.data} />}
    </Section>
  )
}

function Result({ state: { clean, balances, entries, wrong } }: { readonly state: LedgerState }) {
  if (clean)
    return (
      <Alert color="green" variant="light" title={t.system.ledgerOk} icon={<Icon name="check" />} role="status">
        {fill(t.system.ledgerOkAbout, { balances, entries })}
      </Alert>
    )
  return (
    <Stack gap="sm">
      <Alert color="red" variant="light" title={t.system.ledgerWrong} icon={<Icon name="warning" />}>
        {fill(t.system.ledgerWrongAbout, { wrong: wrong.length, balances, entries })}
      </Alert>
      <Rows<LedgerFault & { readonly place: number }>
        label={t.system.ledgerErrors}
        rows={wrong.map((one, place) => ({ ...one, place }))}
        keyOf={({ place }) => place}
        empty=""
        columns={[
          { label: t.system.account, show: ({ accountId }) => accountId, width: 100 },
          { label: t.system.product, show: ({ product }) => product },
          { label: t.system.error, show: ({ what }) => what },
          {
            label: t.system.expected,
            show: ({ expected, currency }) => <Amount value={expected} currency={currency} />,
            right: true,
          },
          {
            label: t.system.found,
            show: ({ found, currency }) => <Amount value={found} currency={currency} />,
            right: true,
          },
        ]}
      />
    </Stack>
  )
}
