import { policyMetadata, policyPage } from "@/app/(site)/policy";

export const generateMetadata = policyMetadata("rules");

export default policyPage("rules");
