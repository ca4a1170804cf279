import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { LedgerFault, LedgerState } from '../../../../../src/contract/console/balance.ts'
import { ask } from '../../../api.ts'
import { useAsk, useChange } from '../../../data.ts'
import { Icon } from '../../../parts/icon.tsx'
import { Rows } from '../../../parts/listing.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Section } from '../../../parts/section.tsx'
import { Amount, showCount } from '../../../parts/text.tsx'

/** The proof that all money is right. */
export function Ledger() {
  const check = useChange(() => ask('GET /ledger/check', {}))
  const { data: system } = useAsk('GET /system', {})
  return (
    <Section
      title="Ledger"
      about="Proves every balance from its entries, and every amount that is set aside from what it is set aside for."
    >
      {system?.database.engine === 'embedded' && (
        <Text size="sm" c="dimmed">
          On the embedded database everybody waits while it is checked.
        </Text>
      )}
      <Group>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate(undefined)}>
          Check the ledger
        </Button>
      </Group>
      <Problem error={check.error} />
      {check.data && check.error === null && <Result state={check.data} />}
    </Section>
  )
}

function Result({ state: { clean, balances, entries, skipped, wrong } }: { readonly state: LedgerState }) {
  const looked = `${showCount(balances)} balances and ${showCount(entries)} entries`
  const left =
    skipped === 0
      ? ''
      : ` ${showCount(skipped)} amounts were set aside for requests that are not kept any more, and were not compared with them.`
  if (clean)
    return (
      <Alert color="green" variant="light" title="All is well" icon={<Icon name="check" />} role="status">
        {looked} were checked, and every one is right.{left}
      </Alert>
    )
  return (
    <Stack gap="sm">
      <Alert color="red" variant="light" title="Something is wrong" icon={<Icon name="warning" />}>
        {showCount(wrong.length)} wrong in {looked}.{left} Keep a backup of this moment, and look into each before
        anything is corrected.
      </Alert>
      <Rows<LedgerFault & { readonly place: number }>
        label="What is wrong"
        rows={wrong.map((one, place) => ({ ...one, place }))}
        error={null}
        retry={() => undefined}
        isFiltered={false}
        keyOf={({ place }) => place}
        empty=""
        columns={[
          { label: 'Account', show: ({ accountId }) => accountId, width: 100 },
          { label: 'Product', show: ({ product }) => product },
          { label: 'What', show: ({ what }) => what },
          {
            label: 'Expected',
            show: ({ expected, currency }) => <Amount value={expected} currency={currency} />,
            right: true,
          },
          { label: 'Found', show: ({ found, currency }) => <Amount value={found} currency={currency} />, right: true },
        ]}
      />
    </Stack>
  )
}
