// Deployments whose privacy parameters were published by who runs them.

/** @typedef {import("./presets.js").Preset} Preset */

/** @type {readonly Preset[]} */
export const DEPLOYMENTS = [
  {
    id: "census-2020-persons",
    title: "US Census 2020, redistricting data: persons",
    kind: "deployment",
    source: "US Census Bureau, redistricting data (P.L. 94-171), 2021; Abowd et al., The 2020 Census Disclosure Avoidance System TopDown Algorithm, 2022.",
    provenance: "published",
    assumptions:
      "Published: zero-concentrated privacy with ρ = 2.56 for the tables of persons, stated as ε = 17.14 at δ = 1e-10; ρ = 0.07 for housing units, stated as ε = 2.47; 2.63 together. Which conversion gives which, derived here: the tight one of the RDP bound gives ε ≤ 17.159 from ρ = 2.56, and 17.14 from ρ = 2.555, which is also 2.56 when rounded; the classic ρ + 2√(ρ log 1/δ) gives 17.92 from 2.56 and 18.19 from 2.63. Totals held invariant are outside the guarantee.",
    unit: "one person's record, changed; state populations are public",
    page: "index.html",
    address: "#v=2&delta=1e-10&neighbours=replace&r=zcdp,rho:2.56,xi:0,label:persons",
  },
  {
    id: "census-2020-all",
    title: "US Census 2020, redistricting data: persons and housing units",
    kind: "deployment",
    source: "US Census Bureau, redistricting data (P.L. 94-171), 2021; Abowd et al., The 2020 Census Disclosure Avoidance System TopDown Algorithm, 2022.",
    provenance: "published",
    assumptions:
      "Published: ρ = 2.56 for persons and ρ = 0.07 for housing units, 2.63 together, at δ = 1e-10. Derived here: as one guarantee the tight conversion gives ε ≤ 17.431 and the classic one 18.19, both less than the 17.14 + 2.47 that adding the two published ε gives. It treats a person and a housing unit as one unit, which the Bureau does not.",
    unit: "one person's record and one housing unit's, changed",
    page: "index.html",
    address: "#v=2&delta=1e-10&neighbours=replace&r=zcdp,rho:2.56,xi:0,label:persons&r=zcdp,rho:0.07,xi:0,label:housing+units",
  },
  {
    id: "census-2020-dhc",
    title: "US Census 2020, Demographic and Housing Characteristics: path 10 to path 10",
    kind: "deployment",
    source: "US Census Bureau, Demographic and Housing Characteristics File of the 2020 Census: allocation of the privacy budget, as tabled in the repository BuxinSu/Exact-Privacy-Accounting-for-2020-U.S.-Census, companion of A Sieve-Accelerated Quadrature Method for Exact Privacy Accounting in the 2020 U.S. Decennial Census.",
    provenance: "published",
    assumptions:
      "Published: the share ρ of the budget that each query has at each geographic level of path 10 (US, State, County), and δ for many ε. A person who is replaced leaves the 30 queries of one path and joins those of another, here of the same: 60 discrete Gaussian releases of six scales, σ² = 1/ρ, each moved by 1. Published: δ = 2.1294e-10 at ε = 24.0836; the accountants here agree, and give ε ≤ 24.457 at δ = 1e-10. As zero-concentrated privacy the same plan has ρ = 4.9622: ε ≤ 25.42 by the tight conversion, and 26.341 by the usual one, with which the publication compares. Totals held invariant are outside the guarantee.",
    unit: "one person's record, exchanged for another on the same path",
    page: "index.html",
    address:
      "#v=2&delta=1e-10&neighbours=replace&r=discrete-gaussian,sigma:11.704114719613056,sensitivity:1,count:18,label:US&r=discrete-gaussian,sigma:5.852057359806528,sensitivity:1,count:2,label:US&r=discrete-gaussian,sigma:3.1638599858416634,sensitivity:1,count:18,label:State&r=discrete-gaussian,sigma:1.5819299929208317,sensitivity:1,count:2,label:State&r=discrete-gaussian,sigma:2.1174397210712086,sensitivity:1,count:16,label:County&r=discrete-gaussian,sigma:1.0587198605356043,sensitivity:1,count:4,label:County",
  },
  {
    id: "google-mobility",
    title: "Google Community Mobility Reports, one day",
    kind: "deployment",
    source: "Aktay et al., Google COVID-19 Community Mobility Reports: Anonymization Process Description, 2020.",
    provenance: "published",
    assumptions:
      "Published: noise with ε = 0.11 per number at two geographic levels and 0.22 at the third; up to four places, one home and one workplace a day, ε = 2.64 together by adding up. Here 12 releases of 0.11 and 6 of 0.22, each as bad as its ε allows. With δ = 1e-6 admitted, composition gives a little less than the sum, ε ≤ 2.5632.",
    unit: "one user's data of one day",
    page: "index.html",
    address: "#v=2&delta=1e-6&neighbours=add-remove&r=pure,epsilon:0.11,count:12,label:country+and+state&r=pure,epsilon:0.22,count:6,label:county",
  },
  {
    id: "gboard-spanish",
    title: "Gboard, next word prediction for Spanish",
    kind: "deployment",
    source: "McMahan and Thakurta, Federated Learning with Formal Differential Privacy Guarantees, Google AI blog, 2022; stated as ε = 8.9 in a Google Research blog of 2024.",
    provenance: "published",
    assumptions:
      "Published: the model is ρ = 0.81 zero-concentrated private by DP-FTRL, without a claim about sampling; ε = 8.9 at δ = 1e-10. The tight conversion of ρ gives ε ≤ 8.9223 here.",
    unit: "all training data of one device",
    page: "index.html",
    address: "#v=2&delta=1e-10&neighbours=add-remove&r=zcdp,rho:0.81,xi:0,label:DP-FTRL",
  },
  {
    id: "wikimedia-pageviews",
    title: "Wikimedia, daily page views by country",
    kind: "deployment",
    source: "Wikimedia Foundation, read-me of the data set country_project_page, 2023; Adeleye et al., Publishing Wikipedia usage data with strong privacy guarantees, 2023.",
    provenance: "published",
    assumptions:
      "Published: Gaussian noise, ρ = 0.015 a day, called roughly ε = 1 at δ = 1e-7. That is the classic conversion, 0.999; the tight one gives ε ≤ 0.85461 here. Days do not overlap, so nothing adds up for a device that changes nothing else.",
    unit: "the first ten different pages a device opens on one day",
    page: "index.html",
    address: "#v=2&delta=1e-7&neighbours=add-remove&r=zcdp,rho:0.015,xi:0,label:one+day",
  },
  {
    id: "apple-emoji",
    title: "Apple, popular emoji",
    kind: "deployment",
    source: "Apple Differential Privacy Team, Learning with Privacy at Scale, 2017.",
    provenance: "published",
    assumptions:
      "Published: local privacy with ε = 4 for each report, by a count mean sketch on the device. Here one report, as bad as its ε allows. A device may report every day; raise the count to see what a month may cost if the reports are about the same habit.",
    unit: "one report of one device, replaced by any other",
    page: "index.html",
    address: "#v=2&delta=1e-9&neighbours=replace&r=pure,epsilon:4,label:one+report",
  },
  {
    id: "microsoft-telemetry",
    title: "Microsoft, Windows app usage",
    kind: "deployment",
    source: "Ding, Kulkarni and Yekhanin, Collecting Telemetry Data Privately, 2017.",
    provenance: "published",
    assumptions:
      "Published: a single round of collection, every six hours, is ε = 1.672 locally private. Here one round, as bad as its ε allows. The paper's memoization, which protects repeated rounds, is not modelled: more rounds here add up.",
    unit: "one user's usage in six hours, replaced by any other",
    page: "index.html",
    address: "#v=2&delta=1e-9&neighbours=replace&r=pure,epsilon:1.672,label:one+round",
  },
  {
    id: "linkedin-engagement",
    title: "LinkedIn, Audience Engagements API, one month",
    kind: "deployment",
    source: "Rogers et al., LinkedIn's Audience Engagements API: A Privacy Preserving Data Analytics System at Scale, 2020.",
    provenance: "published",
    assumptions:
      "Published: everything an analyst may ask in a month is (34.9, 7e-9) private together. Here a black box of that (ε, δ), as bad as it allows; an analyst who asks less learns less.",
    unit: "one member, for what one analyst asks in a month",
    page: "index.html",
    address: "#v=2&delta=7e-9&neighbours=add-remove&r=approximate,epsilon:34.9,delta:7e-9,label:one+month",
  },
  {
    id: "israel-births",
    title: "Israel, registry of live births of 2014",
    kind: "deployment",
    source: "Hod and Canetti, Differentially Private Release of Israel's National Registry of Live Births, 2024.",
    provenance: "published",
    assumptions:
      "Published: synthetic records under pure privacy with ε = 9.98 for all steps, the choice of the model and its checks among them. Here a black box of that ε, as bad as it allows.",
    unit: "one birth: a mother and her newborn",
    page: "index.html",
    address: "#v=2&delta=1e-9&neighbours=replace&r=pure,epsilon:9.98,label:all+steps",
  },
];
