import { Group, Loader, Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import type { CheckoutSession } from '../../../../src/contract/console/checkout.ts'
import { useAsk } from '../../data.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { Problem } from '../../parts/problem.tsx'
import { Fact } from '../../parts/section.tsx'
import { Amount, Copy, Status, showCount, When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'

/** Everything about one payment. It is asked for anew, so that who opens its address sees it as it is. */
export function SessionDialog({
  account,
  id,
  onClose,
}: {
  readonly account: Account
  readonly id: string
  readonly onClose: () => void
}) {
  useFocusBack()
  const { data, error, refetch } = useAsk(
    'GET /accounts/:account/checkout/:session',
    { path: { account: account.id, session: id } },
    { everySeconds: 5 },
  )
  return (
    <Modal opened onClose={onClose} title="Checkout session" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loader role="status" aria-label="Loading" />}
      {data && <Facts session={data} />}
    </Modal>
  )
}

function Facts({ session }: { readonly session: CheckoutSession }) {
  const {
    amount,
    currency,
    status,
    referenceNumber,
    transactionId,
    phone,
    provider,
    tries,
    hasSecureToken,
    createdAt,
    expiresAt,
    startedAt,
    endedAt,
  } = session
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Text size="xl" fw={650}>
          <Amount value={amount} currency={currency} />
        </Text>
        <Status value={status} />
      </Group>
      <Text>{meaningOf(session)}</Text>
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm" m={0}>
        <Fact name="Reference">{referenceNumber}</Fact>
        <Fact name="Your transaction id">
          <Group component="span" gap={4} wrap="nowrap">
            {transactionId} <Copy value={transactionId} label="Copy the transaction id" />
          </Group>
        </Fact>
        <Fact name="Payer’s number">{phone ?? 'Not given'}</Fact>
        <Fact name="Tries to pay">{showCount(tries)}</Fact>
        <Fact name="Opened">
          <When at={createdAt} />
        </Fact>
        {endedAt === null ? (
          <Fact name="Can be paid until">
            <When at={expiresAt} />
          </Fact>
        ) : (
          <Fact name="Ended">
            <When at={endedAt} />
          </Fact>
        )}
        {startedAt !== null && (
          <Fact name="Last try began">
            <When at={startedAt} />
          </Fact>
        )}
        <Fact name="Payment provider">{provider}</Fact>
        <Fact name="Secure token for the callback">{hasSecureToken ? 'Given' : 'None'}</Fact>
      </SimpleGrid>
    </Stack>
  )
}

function meaningOf({ status, startedAt, tries }: CheckoutSession): string {
  if (status === 'paid') return 'The payer has paid, and your webhooks for checkout are told.'
  if (status === 'cancelled') return 'The payer chose not to pay. For another try your shop opens a new session.'
  if (status === 'expired') return 'Nobody paid in time. For another try your shop opens a new session.'
  if (startedAt !== null) return 'The payer is paying right now: the provider has not said yet how it went.'
  return tries === 0
    ? 'The payer has not paid yet.'
    : 'The last try to pay failed. The payer can try again on the same page.'
}
