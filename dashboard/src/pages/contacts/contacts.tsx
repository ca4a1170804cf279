import { PageHead } from '../../parts/page-head.tsx'

export function ContactsPage() {
  return <PageHead title="Contacts" />
}
