/** A sample input for the contract `skills`. It is English: it is material for models, not words of the app. */
export const input = `This is a part of a résumé. What does it say of technical skills?

Site reliability engineer, Harbour Freight Lines, March 2019 to today
- Run PostgreSQL for the booking system (4 TB, 900 writes a second) without downtime; on call for it alone at night.
- Moved the nightly reports from shell scripts to Airflow, together with two colleagues; live since 2021.
- Tried Rust for the port scanner, a prototype that never went live.
Also: Terraform, Grafana, basics of Kubernetes.`;
