import { Alert, Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddInAddress } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { CreateCredential } from './create-credential.tsx'
import type { Shown } from './credential.ts'
import { Credentials } from './credentials.tsx'
import { FirstSend } from './first-send.tsx'
import { Guides } from './guides.tsx'
import { IssuedDialog } from './issued-dialog.tsx'
import { Products } from './product-list.tsx'

export function ApiSetupPage() {
  const account = useThisAccount()
  const [creating, setCreating] = useState<'key' | 'token' | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const isOwner = mayAs(account, 'owner')
  useAddInAddress(isOwner, () => setCreating('key'))
  return (
    <>
      <PageHead title={t.apiSetup.title} about={t.apiSetup.about}>
        <Button component={Link} to={`${account.path}/api/requests`} variant="default">
          {t.developer.requestLog}
        </Button>
        <Button component={Link} to={`${account.path}/api/refused`} variant="default">
          {t.apiSetup.rejected}
        </Button>
        {isOwner && (
          <>
            <Button variant="default" onClick={() => setCreating('token')}>
              {t.apiSetup.createToken}
            </Button>
            <Button onClick={() => setCreating('key')}>{t.apiSetup.createKey}</Button>
          </>
        )}
      </PageHead>
      <Stack gap="xl">
        {!isOwner && (
          <Alert color="blue" variant="light">
            {t.apiSetup.ownersOnly}
          </Alert>
        )}
        {mayAs(account, 'member') && <FirstSend />}
        <Credentials onRotated={setShown} />
        <Guides />
        <Products />
      </Stack>
      {creating !== null && (
        <CreateCredential
          kind={creating}
          onClose={() => setCreating(null)}
          onCreated={(created) => {
            setCreating(null)
            setShown(created)
          }}
        />
      )}
      {shown && <IssuedDialog shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}
