import { Button, Group, Skeleton, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { type Opening, useOpening } from '../../parts/opening.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** Whether bulk messages go only to numbers with a consent. */
export function ConsentRule() {
  const account = useThisAccount()
  const path = { account: account.id }
  const { data, error, refetch } = useAsk('GET /v2/consent-rule', { path })
  const turningOn = useOpening<never>()
  const change = useChange((required: boolean) => ask('PUT /v2/consent-rule', { path, body: { required } }), {
    refreshes: [`${account.path}/consent-rule`],
    onDone: ({ required }) => {
      turningOn.close()
      sayDone(required ? t.consents.ruleOn : t.consents.ruleOff)
    },
  })
  return (
    <Section
      title={t.consents.rule}
      about={t.consents.ruleAbout}
      action={
        data && (
          <Status value={data.required ? 'enabled' : 'off'} text={data.required ? t.consents.isOn : t.consents.isOff} />
        )
      }
    >
      <Problem error={error ?? change.error} {...(error ? { onRetry: () => void refetch() } : {})} />
      {data === undefined && error === null && <Skeleton height={36} maw={200} />}
      {data !== undefined && mayAs(account, 'owner') && (
        <Group>
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => (data.required ? change.mutate(false) : turningOn.open())}
          >
            {data.required ? t.consents.turnOff : t.consents.turnOn}
          </Button>
        </Group>
      )}
      <TurnOnDialog opening={turningOn} change={change} onConfirm={() => change.mutate(true)} />
    </Section>
  )
}

/** Without consents, the rule stops all bulk messages. */
function TurnOnDialog({
  opening: { isOpen, close },
  change,
  onConfirm,
}: {
  readonly opening: Opening<never>
  readonly change: ComponentProps<typeof Confirm>['change']
  readonly onConfirm: () => void
}) {
  const account = useThisAccount()
  const { data, error, refetch } = useAsk(
    'GET /v2/consents',
    { path: { account: account.id }, query: { limit: '1' } },
    { enabled: isOpen },
  )
  const total = data?.total ?? null
  return (
    <Confirm
      title={t.consents.turnOnTitle}
      isOpen={isOpen}
      onClose={close}
      change={change}
      submit={t.consents.turnOn}
      onConfirm={onConfirm}
    >
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton height={24} />
      ) : (
        <Text>{total === null ? t.consents.turnOnMany : fill(t.consents.turnOnCount, { count: total })}</Text>
      )}
      <Text mt="sm">{t.consents.turnOnAbout}</Text>
    </Confirm>
  )
}
