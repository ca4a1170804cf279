import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '../../operator-text.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { showAmount } from '../../parts/formats.ts'
import { Phone, usePhoneText } from '../../parts/phone.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { amountColumn, Note, TextLink, When } from '../../parts/text.tsx'
import { fill } from '../../text.ts'

const texts = t.overdueAirtime
const { outcomes, outcomeAbout } = texts

/** For operators: overdue transfers of all accounts. */
export function AirtimeOperationsPage() {
  const showPhone = usePhoneText()
  return (
    <ResourcePage
      route="GET /airtime/overdue"
      title={texts.title}
      about={texts.about}
      buttons={
        <Anchor component={Link} to="/operator/providers" search={{ product: 'airtime' } as never} underline="always">
          {texts.providers}
        </Anchor>
      }
      everySeconds={30}
      empty={texts.noOverdue}
      columns={[
        { label: texts.sent, show: ({ createdAt }) => <When at={createdAt} />, width: 170 },
        {
          label: texts.account,
          show: ({ accountId }) => (
            <TextLink to={`/accounts/${accountId}/airtime`}>{fill(texts.accountNumbered, { id: accountId })}</TextLink>
          ),
          width: 120,
        },
        { label: texts.number, show: ({ phone, accountId }) => <Phone of={phone} account={accountId} />, width: 150 },
        amountColumn(texts.amount, 130),
        {
          label: texts.provider,
          show: ({ provider, providerReference }) => (
            <>
              {provider}
              <Note>{providerReference ?? texts.noReference}</Note>
            </>
          ),
        },
      ]}
      actionsWidth={100}
      actions={({ id }) => [{ label: texts.close, name: fill(texts.closeNumbered, { id }), dialog: 'close' }]}
      dialogs={{
        // The provider reported the result outside of its API.
        close: ({ id, accountId, amount, currency, phone }, close) => (
          <EditDialog
            route="POST /airtime/transfers/:transfer/end"
            path={{ transfer: id }}
            title={fill(texts.closeNumbered, { id })}
            submit={texts.closeTransfer}
            isDangerous
            about={
              <Text size="sm">
                {fill(texts.closeAbout, { amount: showAmount(amount, currency), phone: showPhone(phone) })}
              </Text>
            }
            values={{ as: null as string | null, reason: '' }}
            fields={{
              as: {
                label: texts.outcome,
                missing: texts.outcomeMissing,
                choices: {
                  successful: [outcomes.successful, outcomeAbout.successful],
                  failed: [outcomes.failed, outcomeAbout.failed],
                },
              },
              reason: { label: texts.reason, help: texts.reasonAbout, missing: texts.reasonMissing },
            }}
            refreshes={['/airtime/overdue', `/accounts/${accountId}`]}
            close={close}
            done={fill(texts.closed, { id })}
          />
        ),
      }}
    />
  )
}
