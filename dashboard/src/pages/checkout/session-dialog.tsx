import { Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import type { CheckoutSession } from '../../../../src/contract/account/checkout.ts'
import { useAsk } from '../../data.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { Phone } from '../../parts/phone.tsx'
import { Problem, Waiting } from '../../parts/problem.tsx'
import { Fact } from '../../parts/section.tsx'
import { Amount, Copy, Status, showCount, When } from '../../parts/text.tsx'

import type { Account } from '../../session.tsx'
import { t } from '../../text.ts'

/** The details of one checkout session. It loads the session itself, because its URL can be opened directly. */
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
    'GET /v2/checkout/:session',
    { path: { account: account.id, session: id } },
    { everySeconds: 5 },
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.checkout.session}
      size="lg"
      closeButtonProps={{ 'aria-label': t.shared.close }}
    >
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Waiting />}
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
        <Status value={status} text={t.checkout.statuses[status]} />
      </Group>
      <Text>{describeSession(session)}</Text>
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm" m={0}>
        <Fact name={t.checkout.reference}>{referenceNumber}</Fact>
        <Fact name={t.checkout.transactionId}>
          <Group component="span" gap={4} wrap="nowrap">
            {transactionId} <Copy value={transactionId} label={t.checkout.copyTransactionId} />
          </Group>
        </Fact>
        <Fact name={t.checkout.payerNumber}>{phone === null ? t.checkout.noNumber : <Phone of={phone} />}</Fact>
        <Fact name={t.checkout.attempts}>{showCount(tries)}</Fact>
        <Fact name={t.checkout.created}>
          <When at={createdAt} />
        </Fact>
        {endedAt === null ? (
          <Fact name={t.checkout.expires}>
            <When at={expiresAt} />
          </Fact>
        ) : (
          <Fact name={t.checkout.ended}>
            <When at={endedAt} />
          </Fact>
        )}
        {startedAt !== null && (
          <Fact name={t.checkout.lastAttempt}>
            <When at={startedAt} />
          </Fact>
        )}
        <Fact name={t.checkout.provider}>{provider}</Fact>
        <Fact name={t.checkout.secureToken}>{hasSecureToken ? t.checkout.tokenSet : t.checkout.tokenMissing}</Fact>
      </SimpleGrid>
    </Stack>
  )
}

function describeSession({ status, startedAt, tries }: CheckoutSession): string {
  if (status !== 'open') return t.checkout.meanings[status]
  if (startedAt !== null) return t.checkout.meanings.paying
  return tries === 0 ? t.checkout.meanings.unpaid : t.checkout.meanings.failed
}
