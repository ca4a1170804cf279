import { PageHead } from '../../parts/page-head.tsx'

export function CheckoutPage() {
  return <PageHead title="Checkout" />
}
