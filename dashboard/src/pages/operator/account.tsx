import { Anchor, Button, Group, NumberInput, Paper, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Account } from '../../../../src/contract/console/accounts.ts'
import type { Balance } from '../../../../src/contract/console/balance.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { Rows } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { byProduct, productName } from '../../parts/products.ts'
import { Section } from '../../parts/section.tsx'
import { Amount } from '../../parts/text.tsx'
import { AccountDetails } from './account-details.tsx'
import { PinDestinations } from './pin-allowance.tsx'
import { PostpaidDialog } from './postpaid-dialog.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'

/** One account as an operator sees it: its credit and its limits. Everything else is on its own pages. */
export function AccountPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const path = `/accounts/${id}`
  const account = useAsk('GET /accounts/:account', { path: { account: id } })
  const balances = useAsk('GET /accounts/:account/balances', { path: { account: id } })
  const [toppingUp, setToppingUp] = useState<Balance | null>(null)
  const [postpaid, setPostpaid] = useState<Balance | null>(null)
  return (
    <>
      <PageHead title={account.data?.name ?? `Account ${id}`} about={`Account ${id}`}>
        {account.data && <Suspension account={account.data} />}
        <Button component={Link} to={`${path}/home`} variant="default">
          Open its pages
        </Button>
      </PageHead>
      <Stack gap="lg">
        <Problem error={account.error} onRetry={() => void account.refetch()} />
        <Section
          isBare
          title="Credit"
          action={
            <Anchor component={Link} to={`${path}/credit`} size="sm">
              Statement
            </Anchor>
          }
        >
          <Rows<Balance>
            label="Credit"
            rows={balances.data?.data.toSorted(byProduct)}
            error={balances.error}
            retry={() => void balances.refetch()}
            isFiltered={false}
            keyOf={({ product }) => product}
            empty="It has no credit for anything."
            columns={[
              { label: 'Product', show: ({ product }) => productName(product) },
              {
                label: 'Available',
                show: ({ available, currency }) => <Amount value={available} currency={currency} />,
                right: true,
              },
              { label: 'Held', show: ({ held }) => <Amount value={held} />, right: true },
              {
                label: 'May go into debt by',
                show: ({ allowPostpaid, postpaidLimit }) =>
                  allowPostpaid ? <Amount value={postpaidLimit} /> : 'not at all',
                right: true,
              },
              {
                label: 'Change',
                show: (balance) => (
                  <Group gap="xs">
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setToppingUp(balance)}
                      aria-label={`Top up ${productName(balance.product)}`}
                    >
                      Top up
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setPostpaid(balance)}
                      aria-label={`Debt limit of ${productName(balance.product)}`}
                    >
                      Debt limit
                    </Button>
                  </Group>
                ),
              },
            ]}
          />
        </Section>
        {account.data && (
          <AccountDetails
            account={account.data}
            key={JSON.stringify([account.data.id, account.data.country, account.data.parentId])}
          />
        )}
        {account.data && <Limits account={account.data} key={account.data.id} />}
        {account.data && <PinDestinations accountId={account.data.id} key={`PINs of ${account.data.id}`} />}
      </Stack>
      {toppingUp && <TopUpDialog accountId={id} balance={toppingUp} onClose={() => setToppingUp(null)} />}
      {postpaid && <PostpaidDialog accountId={id} balance={postpaid} onClose={() => setPostpaid(null)} />}
    </>
  )
}

/** Suspends an account after a confirmation, and resumes it at once. */
function Suspension({ account: { id, name, suspendedAt } }: { readonly account: Account }) {
  const [isAsking, setAsking] = useState(false)
  const change = useChange(
    (suspended: boolean) => ask('PUT /accounts/:account/suspension', { path: { account: id }, body: { suspended } }),
    {
      refreshes: ['/accounts', `/accounts/${id}`],
      onDone: (account) => {
        setAsking(false)
        sayDone(account.suspendedAt === null ? `${name} is active again.` : `${name} is suspended.`)
      },
    },
  )
  return (
    <>
      {suspendedAt === null ? (
        <Button variant="default" onClick={() => setAsking(true)}>
          Suspend account
        </Button>
      ) : (
        <Button onClick={() => change.mutate(false)} loading={change.isPending}>
          Resume account
        </Button>
      )}
      <Confirm
        title={`Suspend ${name}?`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        change={change}
        submit="Suspend account"
        onConfirm={() => change.mutate(true)}
      >
        Its API keys and tokens are refused, its members can only look, and queued messages wait until it is resumed.
        Messages whose validity ends meanwhile expire.
      </Confirm>
    </>
  )
}

function Limits({ account }: { readonly account: Account }) {
  const form = useForm<{ requestsPerSecond: number | ''; messagesPerDay: number | '' }>({
    initialValues: { requestsPerSecond: account.requestsPerSecond ?? '', messagesPerDay: account.messagesPerDay ?? '' },
  })
  const orNull = (value: number | '') => (value === '' ? null : value)
  const save = useChange(
    ({ requestsPerSecond, messagesPerDay }: typeof form.values) =>
      ask('PUT /accounts/:account/limits', {
        path: { account: account.id },
        body: { requestsPerSecond: orNull(requestsPerSecond), messagesPerDay: orNull(messagesPerDay) },
      }),
    { refreshes: [`/accounts/${account.id}`], onDone: () => sayDone('The limits are saved.') },
  )
  return (
    <section aria-labelledby="limits">
      <Title order={2} size="h4" id="limits" mb="sm">
        Limits
      </Title>
      <Paper withBorder p="md" maw={640}>
        <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
          <Stack gap="sm">
            <Group grow align="flex-start">
              <NumberInput
                label="Requests a second"
                description="Leave empty to use the server's default; 0 is no limit."
                min={0}
                allowDecimal={false}
                {...form.getInputProps('requestsPerSecond')}
              />
              <NumberInput
                label="Messages a day"
                description="Leave empty to use the server's default; 0 is no limit."
                min={0}
                allowDecimal={false}
                {...form.getInputProps('messagesPerDay')}
              />
            </Group>
            <Problem error={save.error} />
            <Group>
              <Button type="submit" loading={save.isPending}>
                Save limits
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </section>
  )
}
